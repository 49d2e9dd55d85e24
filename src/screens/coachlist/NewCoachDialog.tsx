import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { genders } from '../../features/accounts/registration/contract.ts';
import { GenderField } from '../../features/accounts/ui/GenderField.tsx';
import { NewMailboxNotice } from '../../features/accounts/ui/NewMailboxNotice.tsx';
import { ParticipantField, type Candidate } from '../../features/participants/ui/ParticipantField.tsx';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { getCoachList, listCoaches, makeNewCoach } from '../../features/coaches/contract.ts';
import { newCoachErrors } from '../../features/coaches/rules.ts';
import { emailTakenMessage, trimCoachForm } from './coachForm.ts';

interface Form {
  participant: Candidate | null;
  email: string;
  gender: (typeof genders)[number] | null;
  teamsLink: string;
}

/** The fields in their order on the screen, so that the first one with an error gets the focus. */
const fields = ['participant', 'email', 'gender', 'teamsLink'] as const;

/** Converts the form to the input of the call, adding the names of the chosen participant. */
function toInput({ participant, gender, email, teamsLink }: Form) {
  const { firstName = '', lastName = '', participantId = null } = participant ?? {};
  return trimCoachForm({ firstName, lastName, email, teamsLink, gender: gender?.id ?? null, participantId });
}

/** The field at which to show an error, by the path or code of the error. */
const fieldByError: Record<string, keyof Form> = {
  participantId: 'participant',
  inactive: 'participant',
  hasBookings: 'participant',
  alreadyCoach: 'participant',
  emailAlreadyExists: 'email',
};

/** The form that makes a participant a coach (reference 9.3). */
export default function NewCoachDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const id = useId();
  const { control, register, handleSubmit, setError, setFocus, setValue, formState } = useForm<Form>({
    defaultValues: { participant: null, email: '', gender: null, teamsLink: '' },
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: rulesResolver((values) =>
      newCoachErrors(toInput(values)).map(({ path, message }) => ({ path: fieldByError[path] ?? path, message })),
    ),
  });
  const { errors, isDirty, isSubmitting } = formState;
  const [participant, email] = useWatch({ control, name: ['participant', 'email'] });

  const submit = handleSubmit(send, (fieldErrors) => {
    const first = fields.find((name) => fieldErrors[name]);
    if (first) setFocus(first);
  });
  async function send(form: Form) {
    setFailure(null);
    try {
      await callApi(makeNewCoach, toInput(form));
      await invalidate(listCoaches, getCoachList);
      toast.success('Coach erfolgreich hinzugefügt!', 'coach');
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Fehler beim Hinzufügen des Coaches!', 'coach');
      const field = error instanceof CallError ? fieldByError[error.code] : undefined;
      if (!field || !(error instanceof CallError)) return setFailure(error);
      const message = error.code === 'emailAlreadyExists' ? emailTakenMessage : error.message;
      setError(field, { type: 'server', message }, { shouldFocus: true });
    }
  }
  return (
    <FormDialog
      title="Coach hinzufügen"
      describedBy={`${id}-what`}
      open={open}
      busy={isSubmitting}
      isChanged={isDirty}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Hinzufügen"
      busyText="Wird hinzugefügt..."
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography id={`${id}-what`} sx={{ color: 'text.secondary' }}>
          Aus einer Person, die schon registriert ist, wird ein Coach. Sie wird abgemeldet und meldet sich danach mit
          ihrem Passwort als Coach an.
        </Typography>
        {failure !== null && <ErrorNotice error={failure} />}
        <Box sx={{ display: 'grid', gap: 4, pt: 2 }}>
          <Controller
            name="participant"
            control={control}
            render={({ field: { onChange, ...field }, fieldState }) => (
              <ParticipantField
                {...field}
                asAdmin
                onChange={(participant) => {
                  onChange(participant);
                  if (participant) setValue('email', participant.email, { shouldValidate: true });
                }}
                error={fieldState.error?.message}
              />
            )}
          />
          <TextField
            {...register('email')}
            label="E-Mail"
            type="email"
            required
            fullWidth
            autoComplete="off"
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { maxLength: maxLengths.email } }}
            error={Boolean(errors.email)}
            helperText={errors.email?.message}
          />
          {participant && !errors.email && <NewMailboxNotice oldEmail={participant.email} newEmail={email} />}
          <Controller
            name="gender"
            control={control}
            render={({ field, fieldState }) => <GenderField {...field} error={fieldState.error?.message} />}
          />
          <TextField
            {...register('teamsLink')}
            label="Teams-Link"
            type="url"
            required
            fullWidth
            autoComplete="off"
            error={Boolean(errors.teamsLink)}
            helperText={errors.teamsLink?.message}
            slotProps={{ htmlInput: { maxLength: maxLengths.link } }}
          />
        </Box>
      </Box>
    </FormDialog>
  );
}
