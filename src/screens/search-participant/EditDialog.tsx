import Box from '@mui/material/Box';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { NewMailboxNotice } from '../../features/accounts/ui/NewMailboxNotice.tsx';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { showServerErrors } from '../../web/calls/serverErrors.ts';
import { parseNewerRecord } from '../../web/calls/newerRecord.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ConflictChoice, choiceMissingMessage } from '../../web/ui/dialogs/ConflictChoice.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { useEditConflict } from '../../web/drafts/useEditConflict.ts';
import { changeUserData, userData, type ParticipantHit, type UserData } from '../../features/participants/contract.ts';
import { userDataErrors } from '../../features/participants/rules.ts';
import { ProfileFields } from './ProfileFields.tsx';
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
  const form = useForm<Form>({
    defaultValues: toForm(participant),
    mode: 'onTouched',
    resolver: rulesResolver((values) => userDataErrors(toInput(values))),
  });
  const { control, handleSubmit, setError, setValue, formState } = form;
  const { isDirty, isSubmitting } = formState;
  const email = useWatch({ control, name: 'email' });

  // If a value chosen in a conflict is invalid, the form is shown again with the error at the field.
  const submit = handleSubmit((values) => send(values, latestRecord), conflict.end);
  const setValues = (values: Partial<Form>) => {
    for (const [name, value] of Object.entries(values)) setValue(name as keyof Form, value);
  };
  const submitChosenValues = async () => {
    setValues(conflict.adoptedValues());
    await submit();
  };
  async function send(values: Form, openedRecord: UserData): Promise<void> {
    setFailure(null);
    try {
      await callApi(changeUserData, {
        ...toInput(values),
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
        const storedChanges = conflict.start({
          opened: toForm(openedRecord),
          own: values,
          stored: toForm(newerRecord),
        });
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
      <Box sx={{ display: conflict.differences ? 'none' : 'block' }}>
        <FormProvider {...form}>
          <ProfileFields
            notice={
              <NewMailboxNotice oldEmail={latestRecord.email} newEmail={email} confirmed={participant.confirmed} />
            }
          />
        </FormProvider>
      </Box>
    </FormDialog>
  );
}
