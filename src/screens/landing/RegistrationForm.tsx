import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { maxLengths } from '../../shared/lengths.ts';
import {
  detailFields,
  nameFields,
  nameKeys,
  detailKeys,
  isOptional,
  type DetailField,
  type NameField,
} from '../../shared/profile.ts';
import { callApi, CallError, errorMessageOf } from '../../web/calls/api.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { useProviderConfig } from '../../features/provider/ui/provider.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { submitRegistration } from '../../features/accounts/registration/contract.ts';
import { registrationErrors } from '../../features/accounts/rules.ts';
import { GenderField } from '../../features/accounts/ui/GenderField.tsx';
import { LocationField } from '../../features/accounts/ui/LocationField.tsx';
import { PhoneField } from '../../features/accounts/ui/PhoneField.tsx';
import {
  toRegistrationInput,
  emptyRegistration,
  helpTexts,
  storeRegistrationDraft,
  labels,
  readRegistrationDraft,
  type Registration,
} from '../../features/accounts/ui/registration.ts';
import type { Result } from './RegistrationResult.tsx';
import { lazyComponent } from '../../web/lazyComponent.ts';

const RegistrationResult = lazyComponent('RegistrationResult', () => import('./RegistrationResult.tsx'));

/**
 * The registration form (reference 3.1). Each field shows its error when it loses the focus. The rules are the same as
 * on the server.
 */
export default function RegistrationForm() {
  const forbiddenInEmail = useProviderConfig()?.forbiddenInEmail ?? '';
  const [result, setResult] = useState<Result | null>(null);
  const { control, handleSubmit, reset, setError, trigger, formState } = useForm<Registration>({
    defaultValues: readRegistrationDraft(),
    mode: 'onTouched',
    resolver: rulesResolver((values) => registrationErrors(toRegistrationInput(values), { forbiddenInEmail })),
  });
  const { isSubmitting, touchedFields } = formState;
  const formValues = useWatch({ control }) as Registration;
  useEffect(() => storeRegistrationDraft(formValues), [formValues]);

  const fieldErrors = registrationErrors(toRegistrationInput(formValues), { forbiddenInEmail });
  const invalidFields = new Set(fieldErrors.map(({ path }) => path));
  // Sorted by the order of the fields in the form, which differs from the order of the rules.
  const invalidLabels = Object.entries(labels).flatMap(([name, label]) => (invalidFields.has(name) ? label : []));

  const submit = handleSubmit(async (values) => {
    try {
      await callApi(submitRegistration, toRegistrationInput(values));
      reset(emptyRegistration);
      setResult({ kind: 'success', email: values.email.trim() });
    } catch (error) {
      if (!(error instanceof CallError)) return setResult({ kind: 'unexpectedError', detail: errorMessageOf(error) });
      for (const { path, message } of error.errors)
        if (path in labels) setError(path as keyof Registration, { type: 'server', message });
      setResult(
        error.code === 'emailAlreadyExists'
          ? { kind: 'alreadyRegistered' }
          : { kind: 'refused', detail: error.message },
      );
    }
  });

  /** Validates the other field of a pair again, if there is one and the user has visited it. */
  const revalidate = (other: keyof Registration | null) => {
    if (other && touchedFields[other]) void trigger(other);
  };

  /** Renders a text field with its error. A change also validates `pairedField` again. */
  const renderTextField = (
    name: TextFieldName,
    maxLength: number,
    autoComplete: string,
    pairedField?: keyof Registration,
  ) => (
    <Controller
      key={name}
      name={name}
      control={control}
      render={({ field: { ref, ...field }, fieldState: { error } }) => (
        <TextField
          {...field}
          inputRef={ref}
          onChange={(event) => {
            field.onChange(event);
            if (pairedField) revalidate(pairedField);
          }}
          type={autoComplete === 'email' ? 'email' : 'text'}
          label={labels[name]}
          autoComplete={autoComplete}
          required={!isOptional(name)}
          fullWidth
          error={Boolean(error)}
          helperText={error?.message ?? helpTexts[name]}
          slotProps={{ htmlInput: { maxLength } }}
          sx={name in detailFields ? { gridColumn: '1 / -1' } : {}}
        />
      )}
    />
  );

  return (
    <Box
      component="form"
      noValidate
      aria-labelledby="registrierung"
      onSubmit={(event) => void submit(event)}
      sx={groups}
    >
      <Group title="Über dich">
        <Controller
          name="gender"
          control={control}
          render={({ field, fieldState }) => <GenderField {...field} error={fieldState.error?.message} />}
        />
        {nameKeys.map((name) => renderTextField(name, nameFields[name].max, nameFields[name].autoComplete))}
      </Group>
      <Group title="So erreichen wir dich">
        {renderTextField('email', maxLengths.email, 'email', 'repeatEmail')}
        {renderTextField('repeatEmail', maxLengths.email, 'email')}
        <Controller
          name="phoneNumber"
          control={control}
          render={({ field, fieldState }) => (
            <PhoneField
              {...field}
              autoComplete="tel-national"
              error={fieldState.error?.message}
              help={helpTexts.phoneNumber}
            />
          )}
        />
      </Group>
      <Group title="Deine Qualifizierung">
        <Controller
          name="location"
          control={control}
          render={({ field, fieldState }) => (
            <Box sx={{ gridColumn: '1 / -1' }}>
              <LocationField {...field} error={fieldState.error?.message} help={helpTexts.location} />
            </Box>
          )}
        />
        {detailKeys.map((name) => {
          const detail = detailFields[name];
          if (detail.kind === 'text') return renderTextField(name, detail.max, detail.autoComplete);
          const onChanged = () => revalidate(detail.pairedField);
          const required = !detail.optional;
          return (
            <FormDateField
              key={name}
              name={name}
              control={control}
              required={required}
              onChanged={onChanged}
              label={labels[name]}
            />
          );
        })}
      </Group>
      <Typography sx={{ color: 'text.secondary', maxWidth: '62ch' }}>
        Deine Angaben brauchen wir für dein Coaching. Sehen können sie nur deine Coaches und das Coaching-Team. Du
        kannst sie jederzeit herunterladen und löschen lassen.
      </Typography>
      <div>
        <BusyButton
          type="submit"
          size="large"
          busy={isSubmitting}
          busyText="Wird gesendet..."
          disabledReason={invalidLabels.length ? `Noch offen: ${invalidLabels.join(', ')}` : null}
        >
          Jetzt registrieren
        </BusyButton>
      </div>
      {result && (
        <Suspense fallback={<LoadingNotice />}>
          <RegistrationResult result={result} onClose={() => setResult(null)} />
        </Suspense>
      )}
    </Box>
  );
}

type TextFieldName = NameField | 'email' | 'repeatEmail' | DetailField;

/** A group of fields below its title. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ p: 0, mb: 4 }}>
        {title}
      </Typography>
      <Box sx={grid}>{children}</Box>
    </Box>
  );
}

const groups = { display: 'grid', gap: 8 } as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
} as const;
