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
import { ResetButton } from '../../second-factor/ui/ResetButton.tsx';
import { ask, Refusal, sessionEnded } from '../../web/api.ts';
import { heldTo } from '../../web/formRules.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/FormDialog.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { coachInput, editCoach, getCoachList, listCoaches, type Coach } from '../contract.ts';
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

/** A coach's data, status and speed coach switch (spec coach §4, §5). An inactive one can only be set active again. */
export default function EditCoachDialog({ coach, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [refused, setRefused] = useState<unknown>(null);
  const locked = !coach.active;
  const { control, register, handleSubmit, setError, formState } = useForm<Form>({
    defaultValues: { ...coach, gender: genders.find((gender) => gender.id === coach.gender) ?? null },
    mode: 'onTouched',
    resolver: heldTo((values) => (locked ? [] : coachMistakes(trimmed(values)))),
  });
  const { errors, isSubmitting } = formState;
  const active = useWatch({ control, name: 'active' });

  const submit = handleSubmit(async (form) => {
    setRefused(null);
    const changed: Coach = locked
      ? { ...coach, active: true }
      : { ...coach, ...trimmed(form), gender: form.gender?.id ?? coach.gender };
    try {
      await ask(editCoach, coachInput(changed));
      toast.success('Coach erfolgreich bearbeitet!');
      await renew(listCoaches, getCoachList);
      setOpen(false);
    } catch (error) {
      if (sessionEnded(error)) return;
      toast.error('Fehler beim Bearbeiten des Coaches!');
      if (error instanceof Refusal && error.code === 'emailAlreadyExists')
        setError('email', { type: 'server', message: emailTaken }, { shouldFocus: true });
      else setRefused(error);
    }
  });
  const text = (name: 'firstName' | 'lastName' | 'email' | 'teamsLink', label: string) => ({
    ...register(name),
    label,
    required: true,
    fullWidth: true,
    disabled: locked,
    autoComplete: 'off',
    error: Boolean(errors[name]),
    helperText: errors[name]?.message,
  });
  return (
    <FormDialog
      title="Coach bearbeiten"
      open={open}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submit="Speichern"
      busyText="Wird gespeichert..."
      disabledReason={locked && !active ? 'Wähle zuerst den Status aktiv.' : null}
    >
      <Box sx={grid}>
        {locked && (
          <Notice kind="info">
            Dieser Coach ist inaktiv. Die Daten lassen sich ändern, sobald der Status wieder auf aktiv steht.
          </Notice>
        )}
        {refused !== null && <WhyNot error={refused} coach={coach.id} />}
        <TextField {...text('firstName', 'Vorname')} />
        <TextField {...text('lastName', 'Nachname')} />
        <TextField {...text('email', 'E-Mail')} type="email" />
        <TextField {...text('teamsLink', 'Teams-Link')} type="url" />
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

const grid = { display: 'grid', gap: 4, pt: 2 } as const;
