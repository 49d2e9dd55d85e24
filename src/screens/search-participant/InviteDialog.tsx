import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { inviteParticipant } from '../../features/accounts/invitation/contract.ts';
import type { genders } from '../../features/accounts/registration/contract.ts';
import { GenderField } from '../../features/accounts/ui/GenderField.tsx';
import { searchAllParticipants } from '../../features/participants/contract.ts';
import { userDataErrors } from '../../features/participants/rules.ts';
import { toFieldErrors } from '../../shared/call.ts';
import { emptyProfile } from '../../shared/profile.ts';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { toInput, type Form } from './userDataForm.ts';

interface InvitationForm extends Form {
  gender: (typeof genders)[number] | null;
}

/** The errors of the form, in the words for another person's data. */
const errorsOf = (form: InvitationForm) => [
  ...toFieldErrors({ gender: form.gender ? null : 'Bitte wähle eine Anrede' }),
  ...userDataErrors(toInput(form)),
];

/** Registers a participant, who gets a mail with the link to start with (reference 3.17). */
export default function InviteDialog({ onClosed }: { onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const id = useId();
  const form = useForm<InvitationForm>({
    defaultValues: { ...emptyProfile, gender: null, locationId: null },
    mode: 'onTouched',
    resolver: rulesResolver(errorsOf),
  });
  const { control, handleSubmit, setError, formState } = form;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    const { locationId: _, ...input } = toInput(values);
    try {
      await callApi(inviteParticipant, { ...input, gender: values.gender, location: values.locationId });
      toast.success(`${input.firstName} ${input.lastName} ist eingeladen.`, 'participant');
      setOpen(false);
      await invalidate(searchAllParticipants);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      const errors = error instanceof CallError ? fieldErrorsOf(error) : [];
      showServerErrors(setError, errors);
      if (errors.length === 0) setFailure(error);
    }
  });
  return (
    <FormDialog
      title="Teilnehmer:in einladen"
      describedBy={`${id}-what`}
      maxWidth="md"
      open={open}
      busy={formState.isSubmitting}
      isChanged={formState.isDirty}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Einladen"
      busyText="Wird eingeladen..."
    >
      <Typography id={`${id}-what`} sx={{ color: 'text.secondary', mb: 4 }}>
        Die Person bekommt eine E-Mail mit einem Link, bestätigt damit ihre Adresse und wählt ihr Passwort.
      </Typography>
      {failure !== null && <ErrorNotice error={failure} />}
      <FormProvider {...form}>
        <ProfileFields>
          <Controller
            name="gender"
            control={control}
            render={({ field, fieldState }) => <GenderField {...field} error={fieldState.error?.message} />}
          />
        </ProfileFields>
      </FormProvider>
    </FormDialog>
  );
}

/** Returns the errors of a refusal by the names of the form's fields. */
function fieldErrorsOf({ code, message, errors }: CallError) {
  if (code === 'emailAlreadyExists') return [{ path: 'email', message }];
  return errors.map((error) => ({ ...error, path: error.path === 'location' ? 'locationId' : error.path }));
}
