import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { LocationField } from '../../features/accounts/ui/LocationField.tsx';
import { NewMailboxNotice } from '../../features/accounts/ui/NewMailboxNotice.tsx';
import { PhoneField } from '../../features/accounts/ui/PhoneField.tsx';
import { maxLengths } from '../../shared/lengths.ts';
import {
  detailFields,
  detailKeys,
  isOptional,
  nameFields,
  nameKeys,
  profileLabels,
  type DetailField,
  type ProfileField,
} from '../../shared/profile.ts';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { showServerErrors } from '../../web/calls/serverErrors.ts';
import { parseNewerRecord } from '../../web/calls/newerRecord.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ConflictChoice, choiceMissingMessage } from '../../web/ui/dialogs/ConflictChoice.tsx';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { useEditConflict } from '../../web/drafts/useEditConflict.ts';
import { changeUserData, userData, type ParticipantHit, type UserData } from '../../features/participants/contract.ts';
import { userDataErrors } from '../../features/participants/rules.ts';
import { toInput, comparedFields, toForm, type Form } from './userDataForm.ts';

interface Props {
  participant: ParticipantHit;
  onSaved: () => void;
  /** Called when the dialog has disappeared, after its transition. */
  onClosed: () => void;
}

/**
 * The form of a participant's data (reference 8.5). Each field shows its own error; any other error is shown above the
 * fields. If another user has saved in the meantime, the dialog offers both values of every field that both users
 * have changed.
 */
export default function EditDialog({ participant, onSaved, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  // The record that this dialog loaded last. The list behind the dialog may have loaded a newer one since then.
  const [latestRecord, setLatestRecord] = useState<UserData>(participant);
  const conflict = useEditConflict(comparedFields);
  const { control, register, handleSubmit, setError, setValue, trigger, formState } = useForm<Form>({
    defaultValues: toForm(participant),
    mode: 'onTouched',
    resolver: rulesResolver((values) => userDataErrors(toInput(values))),
  });
  const { errors, isDirty, isSubmitting, touchedFields } = formState;
  const email = useWatch({ control, name: 'email' });

  // If a value chosen in a conflict is invalid, the form is shown again with the error at the field.
  const submit = handleSubmit((form) => send(form, latestRecord), conflict.end);
  const setValues = (values: Partial<Form>) => {
    for (const [name, value] of Object.entries(values)) setValue(name as keyof Form, value);
  };
  const submitChosenValues = async () => {
    setValues(conflict.adoptedValues());
    await submit();
  };
  async function send(form: Form, openedRecord: UserData): Promise<void> {
    setFailure(null);
    try {
      await callApi(changeUserData, {
        ...toInput(form),
        participantId: openedRecord.participantId,
        version: openedRecord.version,
      });
      toast.success('Nutzerdaten erfolgreich geändert', 'participant');
      onSaved();
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      const newerRecord = parseNewerRecord(userData, error);
      if (newerRecord) {
        setLatestRecord(newerRecord);
        const storedChanges = conflict.start({ opened: toForm(openedRecord), own: form, stored: toForm(newerRecord) });
        if (!storedChanges) return;
        // No field conflicts: the changes of both users are saved if they are valid together.
        setValues(storedChanges);
        return handleSubmit((mergedForm) => send(mergedForm, newerRecord))();
      }
      conflict.end();
      const isRefusal = error instanceof CallError;
      toast.error(isRefusal ? error.message : 'Fehler beim Ändern der Nutzerdaten', 'participant');
      const isEmailTaken = isRefusal && error.code === 'emailAlreadyExists';
      const refusalErrors = isRefusal ? error.errors : [];
      const fieldErrors = isEmailTaken ? [{ path: 'email', message: error.message }] : refusalErrors;
      showServerErrors(setError, fieldErrors);
      if (fieldErrors.length === 0) setFailure(error);
    }
  }

  const textFieldProps = (name: ProfileField, maxLength: number) => ({
    ...register(name),
    label: profileLabels[name],
    required: !isOptional(name),
    fullWidth: true,
    // The browser must not fill in the admin's own data.
    autoComplete: 'off',
    error: Boolean(errors[name]),
    helperText: errors[name]?.message,
    slotProps: { htmlInput: { maxLength } },
  });
  /** Validates the other date of a pair again, if there is one and the user has visited it. */
  const revalidate = (other: DetailField | null) => {
    if (other && touchedFields[other]) void trigger(other);
  };
  return (
    <FormDialog
      title={`Daten von ${participant.fullName} bearbeiten`}
      maxWidth="md"
      open={open}
      busy={isSubmitting}
      isChanged={isDirty}
      onSubmit={conflict.differences ? submitChosenValues : submit}
      onClose={() => setOpen(false)}
      onClosed={() => {
        // If another user has saved, the list behind the dialog does not show the other user's changes yet.
        if (latestRecord.version !== participant.version) onSaved();
        onClosed();
      }}
      submitLabel="Speichern"
      busyText="Wird gespeichert..."
      disabledReason={conflict.isResolved ? null : choiceMissingMessage}
    >
      {failure !== null && <ErrorNotice error={failure} message="Fehler beim Ändern der Nutzerdaten" />}
      {conflict.differences && (
        <ConflictChoice
          differences={conflict.differences}
          adoptedLabels={conflict.adoptedLabels}
          onChoose={conflict.choose}
        />
      )}
      <Box sx={{ ...grid, display: conflict.differences ? 'none' : 'grid' }}>
        {nameKeys.map((name) => (
          <TextField key={name} {...textFieldProps(name, nameFields[name].max)} />
        ))}
        <TextField {...textFieldProps('email', maxLengths.email)} type="email" />
        <Controller
          name="phoneNumber"
          control={control}
          render={({ field, fieldState }) => (
            <PhoneField {...field} autoComplete="off" error={fieldState.error?.message} />
          )}
        />
        {!errors.email && (
          <Box sx={fullRow}>
            <NewMailboxNotice oldEmail={latestRecord.email} newEmail={email} confirmed={participant.confirmed} />
          </Box>
        )}
        <Controller
          name="locationId"
          control={control}
          render={({ field, fieldState }) => <LocationField {...field} error={fieldState.error?.message} />}
        />
        {detailKeys.map((name) => {
          const detail = detailFields[name];
          if (detail.kind === 'text') return <TextField key={name} {...textFieldProps(name, detail.max)} />;
          const onChanged = () => revalidate(detail.pairedField);
          const required = !detail.optional;
          return (
            <FormDateField
              key={name}
              name={name}
              control={control}
              required={required}
              onChanged={onChanged}
              label={profileLabels[name]}
            />
          );
        })}
      </Box>
    </FormDialog>
  );
}

const fullRow = { gridColumn: '1 / -1', '& > *': { mb: 0 }, '&:empty': { display: 'none' } } as const;

const grid = {
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
  pt: 2,
} as const;
