import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { sessionEnded } from '../../web/api.ts';
import { heldTo } from '../../web/formRules.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { DateField } from '../../web/ui/DateField.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { TimeField } from '../../web/ui/TimeField.tsx';
import { CoachField } from '../../coaches/ui/CoachField.tsx';
import { createOwnAppointment } from '../contract.ts';
import { failureOf, isDirect, mistakesOf, nextForm, type NewAppointment } from './newAppointment.ts';
import { ParticipantField } from './ParticipantField.tsx';

interface Props {
  /** For a coach to be chosen, and for any active participant. */
  asAdmin: boolean;
  /** The day that stands there at first, `yyyy-mm-dd`. */
  today: string;
  /** Creates the appointment; throws what the server refused it with. */
  create: (form: NewAppointment) => Promise<void>;
}

/**
 * A new appointment (spec coach §2, §5). Made for ten in a row by keyboard: after each one the next stretch stands there,
 * the focus is on the first field to change, and Enter creates from everywhere.
 */
export default function AppointmentForm({ asAdmin, today, create }: Props) {
  const [above, setAbove] = useState('');
  const { control, handleSubmit, reset, setError, setFocus, clearErrors, formState } = useForm<NewAppointment>({
    defaultValues: { coach: null, type: '', date: today, fromTime: '', tillTime: '', direct: false, participant: null },
    mode: 'onTouched',
    resolver: heldTo((values) => mistakesOf(values, asAdmin)),
  });
  const { errors, isSubmitting } = formState;
  const [type, direct] = useWatch({ control, name: ['type', 'direct'] });

  const submit = handleSubmit(async (form) => {
    setAbove('');
    try {
      await create(form);
    } catch (error) {
      if (sessionEnded(error)) return;
      const failure = failureOf(error, asAdmin);
      toast.error(failure.said, 'creation');
      setAbove(failure.above);
      failure.errors.forEach(({ path, message }, index) =>
        setError(path as keyof NewAppointment, { type: 'server', message }, { shouldFocus: index === 0 }),
      );
      return;
    }
    toast.success('Der Termin wurde erfolgreich erstellt!', 'creation');
    reset(nextForm(form));
    // Once the new times stand there: the field that held the focus would keep it.
    requestAnimationFrame(() => setFocus(isDirect(form) ? 'participant' : 'fromTime'));
  });

  /** What the server said of the form is true no longer once something in it changes. */
  const changed = () => {
    for (const name of names) if (errors[name]?.type === 'server') clearErrors(name);
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label="Termin erstellen"
      onSubmit={(event) => void submit(event)}
      onChange={changed}
      sx={grid}
    >
      {above && (
        <Box sx={whole}>
          <Notice kind="error" announced>
            {above}
          </Notice>
        </Box>
      )}
      {asAdmin && (
        <Box sx={whole}>
          <Controller
            name="coach"
            control={control}
            render={({ field: { value, onChange, ...field }, fieldState }) => (
              <CoachField
                {...field}
                value={value?.value ?? null}
                onChange={(coach) => {
                  onChange(coach);
                  changed();
                }}
                required
                error={fieldState.error?.message}
              />
            )}
          />
        </Box>
      )}
      <Controller
        name="type"
        control={control}
        render={({ field, fieldState }) => <TypeField {...field} error={fieldState.error?.message} />}
      />
      <Controller
        name="date"
        control={control}
        render={({ field: { ref, onChange, ...field }, fieldState }) => (
          <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            <DateField
              {...field}
              label="Datum"
              required
              inputRef={(input) => ref(input && firstPart(input))}
              onChange={(date) => {
                onChange(date);
                changed();
              }}
              error={fieldState.error?.message}
            />
          </Box>
        )}
      />
      {(
        [
          ['fromTime', 'Von'],
          ['tillTime', 'Bis'],
        ] as const
      ).map(([name, label]) => (
        <Controller
          key={name}
          name={name}
          control={control}
          render={({ field: { ref, onChange, ...field }, fieldState }) => (
            <TimeField
              {...field}
              label={label}
              required
              inputRef={(input) => ref(input && firstPart(input))}
              onChange={(time) => {
                onChange(time);
                changed();
              }}
              error={fieldState.error?.message}
            />
          )}
        />
      ))}
      <Box sx={whole}>
        <Controller
          name="direct"
          control={control}
          render={({ field: { value, ref, ...field } }) => (
            <FormControlLabel
              label="Direkt für eine:n Teilnehmer:in buchen"
              disabled={type === 'Speedcoaching'}
              control={
                <Checkbox {...field} checked={isDirect({ type, direct: value })} slotProps={{ input: { ref } }} />
              }
            />
          )}
        />
        {type === 'Speedcoaching' && <FormHelperText>{createOwnAppointment.refusals.notBookable}</FormHelperText>}
      </Box>
      {isDirect({ type, direct }) && (
        <Box sx={whole}>
          <Controller
            name="participant"
            control={control}
            render={({ field: { onChange, ...field }, fieldState }) => (
              <ParticipantField
                {...field}
                asAdmin={asAdmin}
                onChange={(participant) => {
                  onChange(participant);
                  changed();
                }}
                error={fieldState.error?.message}
              />
            )}
          />
        </Box>
      )}
      <Box sx={whole}>
        <BusyButton type="submit" size="large" busy={isSubmitting} busyText="Wird erstellt...">
          Termin erstellen
        </BusyButton>
      </Box>
    </Box>
  );
}

/**
 * What takes the focus of a typed date or time: its first part. The field's hidden input would lose it where the field
 * has the focus already.
 */
function firstPart(input: HTMLInputElement) {
  const field = input.closest('.MuiPickersTextField-root');
  return { focus: () => field?.querySelector<HTMLElement>('[role=spinbutton]')?.focus() };
}

interface TypeProps {
  value: NewAppointment['type'];
  onChange: (type: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: (input: HTMLInputElement | null) => void;
}

function TypeField({ value, onChange, onBlur, error, ref }: TypeProps) {
  const id = useId();
  return (
    <FormControl error={Boolean(error)} required sx={whole}>
      <FormLabel id={id}>Typ</FormLabel>
      <RadioGroup
        row
        name="type"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-mistake` : undefined}
        value={value}
        onChange={(_, type) => onChange(type)}
        // Leaving the group, not one of its choices.
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      >
        {(['Einzelcoaching', 'Speedcoaching'] as const).map((type, index) => (
          <FormControlLabel
            key={type}
            value={type}
            label={type}
            control={<Radio {...(index === 0 ? { slotProps: { input: { ref } } } : {})} />}
          />
        ))}
      </RadioGroup>
      {error && <FormHelperText id={`${id}-mistake`}>{error}</FormHelperText>}
    </FormControl>
  );
}

const names = ['coach', 'type', 'date', 'fromTime', 'tillTime', 'participant'] as const;

const whole = { gridColumn: '1 / -1' } as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: '2fr 1fr 1fr' },
  gap: 4,
  alignItems: 'start',
} as const;
