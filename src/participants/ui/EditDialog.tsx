import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { phoneDigits } from '../../accounts/rules.ts';
import { LocationField } from '../../accounts/ui/LocationField.tsx';
import { OtherMailbox } from '../../accounts/ui/OtherMailbox.tsx';
import { PhoneField } from '../../accounts/ui/PhoneField.tsx';
import { germanDate } from '../../shared/berlin.ts';
import { longest } from '../../shared/lengths.ts';
import { ask, Refusal, sessionEnded } from '../../web/api.ts';
import { heldTo } from '../../web/formRules.ts';
import type { Read } from '../../web/meanwhile.ts';
import { newerOf } from '../../web/newer.ts';
import { toast } from '../../web/toast.ts';
import { ChangedMeanwhile, notChosen } from '../../web/ui/ChangedMeanwhile.tsx';
import { DateField } from '../../web/ui/DateField.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/FormDialog.tsx';
import { useMeanwhile } from '../../web/useMeanwhile.ts';
import { changeUserData, userData, type FoundParticipant, type UserData } from '../contract.ts';
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
    phoneNumber: phoneDigits(form.phoneNumber),
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

/**
 * A participant's data (spec coach §5). Each field tells its mistake; what else went wrong stands above them. Where somebody
 * else has saved meanwhile, both values of each field are there to choose from.
 */
export default function EditDialog({ participant, onSaved, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  // As it was when it was last seen here: the list behind the dialog renews itself.
  const [seen, setSeen] = useState<UserData>(participant);
  const meanwhile = useMeanwhile(readFields);
  const { control, register, handleSubmit, setError, setValue, trigger, formState } = useForm<Form>({
    defaultValues: formOf(participant),
    mode: 'onTouched',
    resolver: heldTo((values) => userDataMistakes(asInput(values))),
  });
  const { errors, isDirty, isSubmitting, touchedFields } = formState;
  const email = useWatch({ control, name: 'email' });

  // A mistake that came of the choice is told at its field.
  const submit = handleSubmit((form) => send(form, seen), meanwhile.end);
  const submitChosen = async () => {
    for (const [name, value] of Object.entries(meanwhile.taken())) setValue(name as keyof Form, value);
    await submit();
  };
  async function send(form: Form, opened: UserData): Promise<void> {
    setFailure(null);
    try {
      await ask(changeUserData, { ...asInput(form), participantId: opened.participantId, version: opened.version });
      toast.success('Nutzerdaten erfolgreich geändert', 'participant');
      onSaved();
      setOpen(false);
    } catch (error) {
      if (sessionEnded(error)) return;
      const newer = newerOf(userData, error);
      if (newer) {
        setSeen(newer);
        if (meanwhile.meet({ opened: formOf(opened), own: form, stored: formOf(newer) })) return;
        // Both have typed the same.
        return send(form, newer);
      }
      meanwhile.end();
      const refused = error instanceof Refusal;
      toast.error(refused ? error.message : 'Fehler beim Ändern der Nutzerdaten', 'participant');
      const taken = refused && error.code === 'emailAlreadyExists';
      const mistakes = taken ? [{ path: 'email', message: error.message }] : refused ? error.errors : [];
      mistakes.forEach(({ path, message }, index) =>
        setError(path as keyof Form, { type: 'server', message }, { shouldFocus: index === 0 }),
      );
      if (mistakes.length === 0) setFailure(error);
    }
  }

  const text = (name: 'firstName' | 'lastName' | 'email' | 'qualification', label: string, maxLength: number) => ({
    ...register(name),
    label,
    required: true,
    fullWidth: true,
    // Somebody else's data: the browser has nothing to fill in.
    autoComplete: 'off',
    error: Boolean(errors[name]),
    helperText: errors[name]?.message,
    slotProps: { htmlInput: { maxLength } },
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
      changed={isDirty}
      onSubmit={meanwhile.met ? submitChosen : submit}
      onClose={() => setOpen(false)}
      onClosed={() => {
        // What somebody else has saved is not in the list behind the dialog yet.
        if (seen.version !== participant.version) onSaved();
        onClosed();
      }}
      submit="Speichern"
      busyText="Wird gespeichert..."
      disabledReason={meanwhile.chosen ? null : notChosen}
    >
      {failure !== null && <ErrorNotice error={failure} message="Fehler beim Ändern der Nutzerdaten" />}
      {meanwhile.met && <ChangedMeanwhile differences={meanwhile.met} onChoose={meanwhile.choose} />}
      <Box sx={{ ...grid, display: meanwhile.met ? 'none' : 'grid' }}>
        <TextField {...text('firstName', 'Vorname', longest.name)} />
        <TextField {...text('lastName', 'Nachname', longest.name)} />
        <TextField {...text('email', 'E-Mail', longest.email)} type="email" />
        <Controller
          name="phoneNumber"
          control={control}
          render={({ field, fieldState }) => (
            <PhoneField {...field} autoComplete="off" error={fieldState.error?.message} />
          )}
        />
        {!errors.email && (
          <Box sx={whole}>
            <OtherMailbox before={seen.email} after={email} confirmed={participant.confirmed} />
          </Box>
        )}
        <Controller
          name="locationId"
          control={control}
          render={({ field, fieldState }) => <LocationField {...field} error={fieldState.error?.message} />}
        />
        <TextField {...text('qualification', 'Qualifizierung', longest.qualification)} />
        {day('startOfQualification', 'endOfQualification', 'Beginn der Qualifizierung')}
        {day('endOfQualification', 'startOfQualification', 'Ende der Qualifizierung')}
      </Box>
    </FormDialog>
  );
}

type Day = 'startOfQualification' | 'endOfQualification';

/** The form of a participant's data. */
function formOf({ location, locationId, ...data }: UserData): Form {
  const { firstName, lastName, email, phoneNumber, qualification, startOfQualification, endOfQualification } = data;
  return {
    ...{ firstName, lastName, email, phoneNumber, qualification, startOfQualification, endOfQualification },
    locationId: locationId === null ? null : { label: location, value: locationId },
  };
}

/** The form's fields as people read them, in its order. */
const readFields: readonly Read<Form>[] = [
  { name: 'firstName', label: 'Vorname', words: (form) => form.firstName.trim() },
  { name: 'lastName', label: 'Nachname', words: (form) => form.lastName.trim() },
  { name: 'email', label: 'E-Mail', words: (form) => form.email.trim() },
  { name: 'phoneNumber', label: 'Telefonnummer', words: (form) => form.phoneNumber },
  { name: 'locationId', label: 'Standort', words: (form) => form.locationId?.label ?? '' },
  { name: 'qualification', label: 'Qualifizierung', words: (form) => form.qualification.trim() },
  {
    name: 'startOfQualification',
    label: 'Beginn der Qualifizierung',
    words: (form) => dateWords(form.startOfQualification),
  },
  { name: 'endOfQualification', label: 'Ende der Qualifizierung', words: (form) => dateWords(form.endOfQualification) },
];

const dateWords = (date: string) => (date ? germanDate(date) : '');

const whole = { gridColumn: '1 / -1', '& > *': { mb: 0 }, '&:empty': { display: 'none' } } as const;

const grid = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
  pt: 2,
} as const;
