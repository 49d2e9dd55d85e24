import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { GenderField } from '../../features/accounts/ui/GenderField.tsx';
import { NewMailboxNotice } from '../../features/accounts/ui/NewMailboxNotice.tsx';
import { UnbindIdentityButton } from '../../features/single-sign-on/ui/UnbindIdentityButton.tsx';
import { ResetSecondFactorButton } from '../../features/second-factor/ui/ResetSecondFactorButton.tsx';
import { maxLengths } from '../../shared/lengths.ts';
import type { FederalState } from '../../shared/states.ts';
import { callApi, CallError, isSessionEndedError } from '../../web/calls/api.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { parseNewerRecord } from '../../web/calls/newerRecord.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ConflictChoice, choiceMissingMessage } from '../../web/ui/dialogs/ConflictChoice.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { PlainSwitch } from '../../web/ui/fields/PlainSwitch.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useEditConflict } from '../../web/drafts/useEditConflict.ts';
import {
  toEditCoachInput,
  coachCodec,
  editCoach,
  getCoachList,
  listCoaches,
  type Coach,
} from '../../features/coaches/contract.ts';
import { coachErrors } from '../../features/coaches/rules.ts';
import { emailTakenMessage, trimCoachForm } from './coachForm.ts';
import { comparedFields, formOf, type Form } from './editCoachForm.ts';
import { EraseCoach } from './EraseCoach.tsx';
import { StateField } from './StateField.tsx';

interface Props {
  coach: Coach;
  /** The provider's federal state; null for none. */
  providerState: FederalState | null;
  /** Called when the dialog has disappeared, after its transition. */
  onClosed: () => void;
}

/**
 * The form for a coach's data, status and speed coach switch (reference 9.2). An inactive coach can only be
 * reactivated. If another user has saved the coach in the meantime, the dialog offers both values of each field that
 * both users have changed.
 */
export default function EditCoachDialog({ coach, providerState, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  // The version of the coach's record that this dialog has received last.
  const [latestCoach, setLatestCoach] = useState(coach);
  const conflict = useEditConflict(comparedFields);
  const wasInactive = !latestCoach.active;
  const [isBound, setIsBound] = useState(coach.singleSignOn);
  const { control, register, handleSubmit, reset, setError, setValue, formState } = useForm<Form>({
    defaultValues: formOf(coach),
    mode: 'onTouched',
    resolver: rulesResolver((values) => (wasInactive ? [] : coachErrors(trimCoachForm(values)))),
  });
  const { errors, isDirty, isSubmitting } = formState;
  const [active, email] = useWatch({ control, name: ['active', 'email'] });

  // If a chosen value is invalid, the form is shown again with the error at its field.
  const submit = handleSubmit((form) => send(form, latestCoach), conflict.end);
  const setValues = (values: Partial<Form>) => {
    for (const [name, value] of Object.entries(values)) setValue(name as keyof Form, value);
  };
  const submitResolved = async () => {
    setValues(conflict.adoptedValues());
    await submit();
  };
  async function send(form: Form, openedCoach: Coach): Promise<void> {
    setFailure(null);
    const changedCoach: Coach = wasInactive
      ? { ...openedCoach, active: true }
      : { ...openedCoach, ...trimCoachForm(form), gender: form.gender?.id ?? openedCoach.gender };
    try {
      await callApi(editCoach, toEditCoachInput(changedCoach));
      await invalidate(listCoaches, getCoachList);
      toast.success('Coach erfolgreich bearbeitet!', 'coach');
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      const newerCoach = parseNewerRecord(coachCodec, error);
      if (newerCoach) return handleConflict(form, openedCoach, newerCoach, error);
      conflict.end();
      toast.error('Fehler beim Bearbeiten des Coaches!', 'coach');
      if (error instanceof CallError && error.code === 'emailAlreadyExists')
        setError('email', { type: 'server', message: emailTakenMessage }, { shouldFocus: true });
      else setFailure(error);
    }
  }
  /**
   * Handles a change by another user. If the status has changed, the form is reset. Otherwise the user chooses between
   * the conflicting values.
   */
  async function handleConflict(form: Form, openedCoach: Coach, newerCoach: Coach, error: unknown): Promise<void> {
    setLatestCoach(newerCoach);
    void invalidate(listCoaches, getCoachList);
    if (newerCoach.active !== openedCoach.active) {
      conflict.end();
      reset(formOf(newerCoach));
      setFailure(error);
      return;
    }
    const storedChanges = conflict.start({ opened: formOf(openedCoach), own: form, stored: formOf(newerCoach) });
    if (!storedChanges) return;
    // No field conflicts: the changes of both users are saved if they are valid together.
    setValues(storedChanges);
    await handleSubmit((merged) => send(merged, newerCoach))();
  }
  const textFieldProps = (
    name: 'firstName' | 'lastName' | 'email' | 'teamsLink',
    label: string,
    maxLength: number,
  ) => ({
    ...register(name),
    label,
    required: true,
    fullWidth: true,
    disabled: wasInactive,
    autoComplete: 'off',
    error: Boolean(errors[name]),
    helperText: errors[name]?.message,
    slotProps: { htmlInput: { maxLength } },
  });
  return (
    <FormDialog
      title="Coach bearbeiten"
      open={open}
      busy={isSubmitting}
      isChanged={isDirty}
      onSubmit={conflict.differences ? submitResolved : submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Speichern"
      busyText="Wird gespeichert..."
      disabledReason={
        wasInactive && !active ? 'Wähle zuerst den Status aktiv.' : conflict.isResolved ? null : choiceMissingMessage
      }
    >
      {conflict.differences && (
        <ConflictChoice
          differences={conflict.differences}
          adoptedLabels={conflict.adoptedLabels}
          onChoose={conflict.choose}
        />
      )}
      <Box sx={{ ...grid, display: conflict.differences ? 'none' : 'grid' }}>
        {wasInactive && (
          <Notice kind="info">
            Dieser Coach ist inaktiv. Die Daten lassen sich ändern, sobald der Status wieder auf aktiv steht.
          </Notice>
        )}
        {failure !== null && <SaveError error={failure} coachId={coach.id} />}
        <TextField {...textFieldProps('firstName', 'Vorname', maxLengths.name)} />
        <TextField {...textFieldProps('lastName', 'Nachname', maxLengths.name)} />
        <TextField {...textFieldProps('email', 'E-Mail', maxLengths.email)} type="email" />
        {!errors.email && <NewMailboxNotice oldEmail={latestCoach.email} newEmail={email} />}
        <TextField {...textFieldProps('teamsLink', 'Teams-Link', maxLengths.link)} type="url" />
        {!wasInactive && (
          <Controller
            name="gender"
            control={control}
            render={({ field, fieldState }) => <GenderField {...field} error={fieldState.error?.message} />}
          />
        )}
        {!wasInactive && (
          <Controller
            name="state"
            control={control}
            render={({ field }) => <StateField {...field} providerState={providerState} />}
          />
        )}
        <Controller
          name="active"
          control={control}
          render={({ field: { value, onChange, ref, ...field } }) => (
            <TextField
              {...field}
              select
              label="Status"
              value={value ? 'aktiv' : 'inaktiv'}
              inputRef={ref}
              onChange={({ target }) => onChange(target.value === 'aktiv')}
              fullWidth
            >
              <MenuItem value="aktiv">aktiv</MenuItem>
              <MenuItem value="inaktiv">inaktiv</MenuItem>
            </TextField>
          )}
        />
        {!wasInactive && !active && (
          <Notice kind="warning" announced>
            Freie Termine dieses Coaches, die noch kommen, werden gelöscht. Der Coach wird abgemeldet und kann sich
            nicht mehr anmelden. Mit gebuchten Terminen geht das nicht.
          </Notice>
        )}
        {!wasInactive && (
          <Controller
            name="speedCoach"
            control={control}
            render={({ field: { value, ref, onChange, onBlur } }) => (
              <div>
                <PlainSwitch
                  ref={ref}
                  checked={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  describedBy="speedcoach-help"
                >
                  Speedcoach
                </PlainSwitch>
                <FormHelperText id="speedcoach-help">Speedcoaches suchen unter allen Teilnehmer:innen.</FormHelperText>
              </div>
            )}
          />
        )}
        {wasInactive && (
          <EraseCoach
            coachId={coach.id}
            name={`${coach.firstName} ${coach.lastName}`}
            onErased={() => setOpen(false)}
          />
        )}
        {!wasInactive && <ResetSecondFactorButton coach={coach.id} name={`${coach.firstName} ${coach.lastName}`} />}
        {isBound && (
          <UnbindIdentityButton
            person={coach.id}
            name={`${coach.firstName} ${coach.lastName}`}
            onUnbound={() => {
              setIsBound(false);
              void invalidate(listCoaches);
            }}
          />
        )}
      </Box>
    </FormDialog>
  );
}

function SaveError({ error, coachId }: { error: unknown; coachId: number }) {
  if (!(error instanceof CallError) || error.code !== 'hasBookings') return <ErrorNotice error={error} />;
  return (
    <Notice kind="error" announced>
      {error.message} Oder:{' '}
      <Link component={RouterLink} to={`/absences-admin?fuer=${coachId}`}>
        Termine übergeben oder neu wählen lassen
      </Link>
      {' · '}
      <Link component={RouterLink} to={`/appointment-overview-admin?coach=${coachId}&ohne=frei,versaeumt`}>
        Gebuchte Termine ansehen
      </Link>
    </Notice>
  );
}

const grid = { gap: 4, pt: 2 } as const;
