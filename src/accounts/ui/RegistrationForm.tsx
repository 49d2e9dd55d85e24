import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { Suspense, useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { longest } from '../../shared/lengths.ts';
import { ask, Refusal, sentenceOf } from '../../web/api.ts';
import { heldTo } from '../../web/formRules.ts';
import { usePortal } from '../../web/query.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { DateField } from '../../web/ui/DateField.tsx';
import { Opening } from '../../web/ui/Opening.tsx';
import { newRegistration } from '../contract.ts';
import { registrationMistakes } from '../rules.ts';
import { GenderField } from './GenderField.tsx';
import { LocationField } from './LocationField.tsx';
import { PhoneField } from './PhoneField.tsx';
import {
  asForm,
  emptyRegistration,
  keepRegistration,
  labels,
  readRegistration,
  type Registration,
} from './registration.ts';
import type { Result } from './RegistrationResult.tsx';
import { lazyPart } from '../../web/chunk.ts';

const RegistrationResult = lazyPart('RegistrationResult', () => import('./RegistrationResult.tsx'));

/** Registration (spec §5): every field tells its mistake on leaving it, by the same rules that the server holds. */
export default function RegistrationForm() {
  const forbiddenInEmail = usePortal()?.forbiddenInEmail ?? '';
  const [result, setResult] = useState<Result | null>(null);
  const { control, handleSubmit, reset, setError, trigger, formState } = useForm<Registration>({
    defaultValues: readRegistration(),
    mode: 'onTouched',
    resolver: heldTo((values) => registrationMistakes(asForm(values), { forbiddenInEmail })),
  });
  const { isSubmitting, touchedFields } = formState;
  const typed = useWatch({ control }) as Registration;
  useEffect(() => keepRegistration(typed), [typed]);

  const mistakes = registrationMistakes(asForm(typed), { forbiddenInEmail });
  // Named in the order of the form, whatever order the rules have.
  const wrong = new Set(mistakes.map(({ path }) => path));
  const missing = Object.entries(labels).flatMap(([name, label]) => (wrong.has(name) ? label : []));

  const submit = handleSubmit(async (values) => {
    try {
      await ask(newRegistration, asForm(values));
      reset(emptyRegistration);
      setResult({ kind: 'success', email: values.email.trim() });
    } catch (error) {
      if (!(error instanceof Refusal)) return setResult({ kind: 'unknown', detail: sentenceOf(error) });
      for (const { path, message } of error.errors)
        if (path in labels) setError(path as keyof Registration, { type: 'server', message });
      setResult(error.code === 'emailAlreadyExists' ? { kind: 'known' } : { kind: 'failed', detail: error.message });
    }
  });

  /** The other half of a pair tells its mistake anew once it has been visited. */
  const recheck = (other: keyof Registration) => {
    if (touchedFields[other]) void trigger(other);
  };

  /** A plain text field; its mistake stands below it. `pair` is checked again with it. */
  const text = (name: TextName, maxLength: number, autoComplete: string, pair?: keyof Registration) => (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          onChange={(event) => {
            field.onChange(event);
            if (pair) recheck(pair);
          }}
          type={autoComplete === 'email' ? 'email' : 'text'}
          label={labels[name]}
          autoComplete={autoComplete}
          required
          fullWidth
          error={Boolean(error)}
          helperText={error?.message}
          slotProps={{ htmlInput: { maxLength } }}
          sx={name === 'qualification' ? { gridColumn: '1 / -1' } : {}}
        />
      )}
    />
  );

  return (
    <Box component="form" noValidate aria-labelledby="registrierung" onSubmit={(event) => void submit(event)} sx={grid}>
      <Controller
        name="gender"
        control={control}
        render={({ field, fieldState }) => <GenderField {...field} error={fieldState.error?.message} />}
      />
      {text('firstName', longest.name, 'given-name')}
      {text('lastName', longest.name, 'family-name')}
      {text('email', longest.email, 'email', 'repeatEmail')}
      {text('repeatEmail', longest.email, 'email')}
      <Controller
        name="phoneNumber"
        control={control}
        render={({ field, fieldState }) => (
          <PhoneField {...field} autoComplete="tel-national" error={fieldState.error?.message} />
        )}
      />
      <Controller
        name="location"
        control={control}
        render={({ field, fieldState }) => <LocationField {...field} error={fieldState.error?.message} />}
      />
      {text('qualification', longest.qualification, 'off')}
      {(
        [
          ['startOfQualification', 'endOfQualification'],
          ['endOfQualification', 'startOfQualification'],
        ] as const
      ).map(([name, pair]) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field, fieldState }) => (
            <DateField
              label={labels[name]}
              required
              value={field.value}
              onBlur={field.onBlur}
              onChange={(date) => {
                field.onChange(date);
                recheck(pair);
              }}
              error={fieldState.error?.message}
              inputRef={field.ref}
            />
          )}
        />
      ))}
      <Box sx={{ gridColumn: '1 / -1', mt: 2 }}>
        <BusyButton
          type="submit"
          size="large"
          busy={isSubmitting}
          busyText="Wird gesendet..."
          disabledReason={missing.length ? `Noch offen: ${missing.join(', ')}` : null}
        >
          Jetzt registrieren
        </BusyButton>
      </Box>
      {result && (
        <Suspense fallback={<Opening />}>
          <RegistrationResult result={result} onClose={() => setResult(null)} />
        </Suspense>
      )}
    </Box>
  );
}

type TextName = 'firstName' | 'lastName' | 'email' | 'repeatEmail' | 'qualification';

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
} as const;
