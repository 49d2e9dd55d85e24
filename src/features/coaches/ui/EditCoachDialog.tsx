import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { genders } from '../../accounts/contract.ts';
import { GenderField } from '../../accounts/ui/GenderField.tsx';
import { OtherMailbox } from '../../accounts/ui/OtherMailbox.tsx';
import { ResetButton } from '../../second-factor/ui/ResetButton.tsx';
import { longest } from '../../shared/lengths.ts';
import { ask, Refusal, sessionEnded } from '../../web/api.ts';
import { heldTo } from '../../web/formRules.ts';
import type { Read } from '../../web/meanwhile.ts';
import { newerOf } from '../../web/newer.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { ChangedMeanwhile, notChosen } from '../../web/ui/ChangedMeanwhile.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/FormDialog.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useMeanwhile } from '../../web/useMeanwhile.ts';
import { coachInput, coachObject, editCoach, getCoachList, listCoaches, type Coach } from '../contract.ts';
import { coachMistakes } from '../rules.ts';
import { emailTaken, trimmed } from './coachForm.ts';

interface Form extends Pick<Coach, 'firstName' | 'lastName' | 'email' | 'teamsLink' | 'active' | 'speedCoach'> {
  gender: (typeof genders)[number] | null;
}

interface Props {
  coach: Coach;
  /** The dialog has gone from the screen. */
  onClosed: () => void;
}

/**
 * A coach's data, status and speed coach switch (spec coach §4, §5). An inactive one can only be set active again. Where
 * somebody else has saved meanwhile, both values of each field are there to choose from.
 */
export default function EditCoachDialog({ coach, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [refused, setRefused] = useState<unknown>(null);
  // As it was when it was last seen here.
  const [seen, setSeen] = useState(coach);
  const meanwhile = useMeanwhile(readFields);
  const locked = !seen.active;
  const { control, register, handleSubmit, reset, setError, setValue, formState } = useForm<Form>({
    defaultValues: formOf(coach),
    mode: 'onTouched',
    resolver: heldTo((values) => (locked ? [] : coachMistakes(trimmed(values)))),
  });
  const { errors, isDirty, isSubmitting } = formState;
  const [active, email] = useWatch({ control, name: ['active', 'email'] });

  // A mistake that came of the choice is told at its field.
  const submit = handleSubmit((form) => send(form, seen), meanwhile.end);
  const submitChosen = async () => {
    for (const [name, value] of Object.entries(meanwhile.taken())) setValue(name as keyof Form, value);
    await submit();
  };
  async function send(form: Form, opened: Coach): Promise<void> {
    setRefused(null);
    const changed: Coach = locked
      ? { ...opened, active: true }
      : { ...opened, ...trimmed(form), gender: form.gender?.id ?? opened.gender };
    try {
      await ask(editCoach, coachInput(changed));
      toast.success('Coach erfolgreich bearbeitet!', 'coach');
      await renew(listCoaches, getCoachList);
      setOpen(false);
    } catch (error) {
      if (sessionEnded(error)) return;
      const newer = newerOf(coachObject, error);
      if (newer) return meet(form, opened, newer, error);
      meanwhile.end();
      toast.error('Fehler beim Bearbeiten des Coaches!', 'coach');
      if (error instanceof Refusal && error.code === 'emailAlreadyExists')
        setError('email', { type: 'server', message: emailTaken }, { shouldFocus: true });
      else setRefused(error);
    }
  }
  /** Somebody else has saved: with another status there is another form, else there is a choice. */
  async function meet(form: Form, opened: Coach, newer: Coach, error: unknown): Promise<void> {
    setSeen(newer);
    void renew(listCoaches, getCoachList);
    if (newer.active !== opened.active) {
      meanwhile.end();
      reset(formOf(newer));
      setRefused(error);
    } else if (!meanwhile.meet({ opened: formOf(opened), own: form, stored: formOf(newer) }))
      // Both have typed the same.
      await send(form, newer);
  }
  const text = (name: 'firstName' | 'lastName' | 'email' | 'teamsLink', label: string, maxLength: number) => ({
    ...register(name),
    label,
    required: true,
    fullWidth: true,
    disabled: locked,
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
      changed={isDirty}
      onSubmit={meanwhile.met ? submitChosen : submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submit="Speichern"
      busyText="Wird gespeichert..."
      disabledReason={locked && !active ? 'Wähle zuerst den Status aktiv.' : meanwhile.chosen ? null : notChosen}
    >
      {meanwhile.met && <ChangedMeanwhile differences={meanwhile.met} onChoose={meanwhile.choose} />}
      <Box sx={{ ...grid, display: meanwhile.met ? 'none' : 'grid' }}>
        {locked && (
          <Notice kind="info">
            Dieser Coach ist inaktiv. Die Daten lassen sich ändern, sobald der Status wieder auf aktiv steht.
          </Notice>
        )}
        {refused !== null && <WhyNot error={refused} coach={coach.id} />}
        <TextField {...text('firstName', 'Vorname', longest.name)} />
        <TextField {...text('lastName', 'Nachname', longest.name)} />
        <TextField {...text('email', 'E-Mail', longest.email)} type="email" />
        {!errors.email && <OtherMailbox before={seen.email} after={email} />}
        <TextField {...text('teamsLink', 'Teams-Link', longest.link)} type="url" />
        {!locked && (
          <Controller
            name="gender"
            control={control}
            render={({ field, fieldState }) => <GenderField {...field} error={fieldState.error?.message} />}
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
        {!locked && !active && (
          <Notice kind="warning" announced>
            Freie Termine dieses Coaches, die noch kommen, werden gelöscht. Der Coach wird abgemeldet und kann sich
            nicht mehr anmelden. Mit gebuchten Terminen geht das nicht.
          </Notice>
        )}
        {!locked && (
          <Controller
            name="speedCoach"
            control={control}
            render={({ field: { value, ref, ...field } }) => (
              <div>
                <FormControlLabel
                  label="Speedcoach"
                  control={<Switch {...field} checked={value} slotProps={{ input: { ref } }} />}
                />
                <FormHelperText>Speedcoaches suchen unter allen Teilnehmer:innen.</FormHelperText>
              </div>
            )}
          />
        )}
        {!locked && <ResetButton coach={coach.id} name={`${coach.firstName} ${coach.lastName}`} />}
      </Box>
    </FormDialog>
  );
}

/** The form of a coach. */
function formOf({ firstName, lastName, email, teamsLink, active, speedCoach, gender: id }: Coach): Form {
  const gender = genders.find((one) => one.id === id) ?? null;
  return { firstName, lastName, email, teamsLink, active, speedCoach, gender };
}

/** The form's fields as people read them, in its order. */
const readFields: readonly Read<Form>[] = [
  { name: 'firstName', label: 'Vorname', words: (form) => form.firstName.trim() },
  { name: 'lastName', label: 'Nachname', words: (form) => form.lastName.trim() },
  { name: 'email', label: 'E-Mail', words: (form) => form.email.trim() },
  { name: 'teamsLink', label: 'Teams-Link', words: (form) => form.teamsLink.trim() },
  { name: 'gender', label: 'Anrede', words: (form) => form.gender?.label ?? '' },
  { name: 'active', label: 'Status', words: (form) => (form.active ? 'aktiv' : 'inaktiv') },
  { name: 'speedCoach', label: 'Speedcoach', words: (form) => (form.speedCoach ? 'ja' : 'nein') },
];

function WhyNot({ error, coach }: { error: unknown; coach: number }) {
  if (!(error instanceof Refusal) || error.code !== 'hasBookings') return <ErrorNotice error={error} />;
  return (
    <Notice kind="error" announced>
      {error.message}{' '}
      <Link component={RouterLink} to={`/appointment-overview-admin?coach=${coach}&ohne=frei,versaeumt`}>
        Gebuchte Termine ansehen
      </Link>
    </Notice>
  );
}

const grid = { gap: 4, pt: 2 } as const;
