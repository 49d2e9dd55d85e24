import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { LocationField } from '../../accounts/ui/LocationField.tsx';
import { ask, Refusal, sessionEnded } from '../../web/api.ts';
import { heldTo } from '../../web/formRules.ts';
import { toast } from '../../web/toast.ts';
import { DateField } from '../../web/ui/DateField.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/FormDialog.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { changeUserData, type FoundParticipant } from '../contract.ts';
import { userDataMistakes, type UserDataForm } from '../rules.ts';

/** What the form holds while it is being filled in; the location as the picker has it. */
interface Form extends Omit<UserDataForm, 'locationId'> {
  locationId: { label: string; value: number } | null;
}

/** The form as it is judged and sent: trimmed, as the server reads it. */
function asInput(form: Form): UserDataForm {
  return {
    ...form,
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    qualification: form.qualification.trim(),
    locationId: form.locationId?.value ?? null,
  };
}

interface Props {
  participant: FoundParticipant;
  onSaved: () => void;
  /** The dialog has gone from the screen. */
  onClosed: () => void;
}

/** A participant's data (spec coach §5). Each field tells its mistake; what else went wrong stands above them. */
export default function EditDialog({ participant, onSaved, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const { location, locationId } = participant;
  const { control, register, handleSubmit, setError, setValue, trigger, formState } = useForm<Form>({
    defaultValues: {
      ...fieldsOf(participant),
      locationId: locationId === null ? null : { label: location, value: locationId },
    },
    mode: 'onTouched',
    resolver: heldTo((values) => userDataMistakes(asInput(values))),
  });
  const { errors, isSubmitting, touchedFields } = formState;
  const email = useWatch({ control, name: 'email' }).trim();
  const moves = email.toLowerCase() !== participant.email.toLowerCase();

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    try {
      await ask(changeUserData, { participantId: participant.participantId, ...asInput(form) });
      toast.success('Nutzerdaten erfolgreich geändert');
      onSaved();
      setOpen(false);
    } catch (error) {
      if (sessionEnded(error)) return;
      const refused = error instanceof Refusal;
      toast.error(refused ? error.message : 'Fehler beim Ändern der Nutzerdaten');
      const taken = refused && error.code === 'emailAlreadyExists';
      const mistakes = taken ? [{ path: 'email', message: error.message }] : refused ? error.errors : [];
      mistakes.forEach(({ path, message }, index) =>
        setError(path as keyof Form, { type: 'server', message }, { shouldFocus: index === 0 }),
      );
      if (mistakes.length === 0) setFailure(error);
    }
  });

  const text = (name: 'firstName' | 'lastName' | 'email' | 'qualification', label: string, longest: number) => ({
    ...register(name),
    label,
    required: true,
    fullWidth: true,
    // Somebody else's data: the browser has nothing to fill in.
    autoComplete: 'off',
    error: Boolean(errors[name]),
    helperText: errors[name]?.message,
    slotProps: { htmlInput: { maxLength: longest } },
  });
  const day = (name: Day, other: Day, label: string) => (
    <Controller
      name={name}
      control={control}
      render={({ field, fieldState }) => (
        <DateField
          label={label}
          required
          value={field.value}
          onBlur={field.onBlur}
          onChange={(date) => {
            field.onChange(date);
            // The other half of the pair tells its mistake anew once it has been visited.
            if (touchedFields[other]) void trigger(other);
          }}
          error={fieldState.error?.message}
          inputRef={field.ref}
        />
      )}
    />
  );
  return (
    <FormDialog
      title={`Daten von ${participant.fullName} bearbeiten`}
      maxWidth="md"
      open={open}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submit="Speichern"
      busyText="Wird gespeichert..."
    >
      {failure !== null && <ErrorNotice error={failure} message="Fehler beim Ändern der Nutzerdaten" />}
      <Box sx={grid}>
        <TextField {...text('firstName', 'Vorname', 100)} />
        <TextField {...text('lastName', 'Nachname', 100)} />
        <TextField {...text('email', 'E-Mail', 254)} type="email" />
        <TextField
          {...register('phoneNumber', {
            onChange: (event: { target: { value: string } }) =>
              setValue('phoneNumber', event.target.value.replace(/\D/g, '')),
          })}
          label="Telefonnummer"
          type="tel"
          autoComplete="off"
          required
          fullWidth
          error={Boolean(errors.phoneNumber)}
          helperText={errors.phoneNumber?.message}
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        />
        {moves && !errors.email && (
          <Box sx={whole}>
            <Notice kind="info" announced>
              Mit einer neuen E-Mail-Adresse enden alle Anmeldungen dieser Person. Sie bekommt an die neue Adresse eine
              Nachricht.
            </Notice>
          </Box>
        )}
        <Controller
          name="locationId"
          control={control}
          render={({ field, fieldState }) => <LocationField {...field} error={fieldState.error?.message} />}
        />
        <TextField {...text('qualification', 'Qualifizierung', 200)} />
        {day('startOfQualification', 'endOfQualification', 'Beginn der Qualifizierung')}
        {day('endOfQualification', 'startOfQualification', 'Ende der Qualifizierung')}
      </Box>
    </FormDialog>
  );
}

type Day = 'startOfQualification' | 'endOfQualification';

/** The fields of the form out of a participant, without the rest of the search. */
function fieldsOf(participant: FoundParticipant): Omit<Form, 'locationId'> {
  const { firstName, lastName, email, phoneNumber, qualification } = participant;
  const { startOfQualification, endOfQualification } = participant;
  return { firstName, lastName, email, phoneNumber, qualification, startOfQualification, endOfQualification };
}

const whole = { gridColumn: '1 / -1', '& > *': { mb: 0 } } as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
  pt: 2,
} as const;
