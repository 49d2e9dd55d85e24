import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { isSessionEndedError } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { clearServerErrors, showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { FormTimeField } from '../../web/ui/fields/FormTimeField.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { useHolidayName } from '../../features/calendar-feed/ui/useHolidayName.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { FormCoachField } from '../../features/coaches/ui/FormCoachField.tsx';
import { useFederalState } from '../../features/coaches/ui/useFederalState.ts';
import { createOwnAppointment } from '../../features/appointments/contract.ts';
import { firstRecordableDay, moveEnd } from '../../features/appointments/rules.ts';
import { OfferHint } from '../../features/waiting/ui/OfferHint.tsx';
import { describeCreationFailure } from './creationFailure.ts';
import { appointmentErrors, isDirectBooking, createNextForm, type NewAppointment } from './newAppointment.ts';
import { ParticipantField } from '../../features/participants/ui/ParticipantField.tsx';
import { TypeField } from './TypeField.tsx';

interface Props {
  /** Whether the user is an admin, who chooses a coach and can book for any active participant. */
  asAdmin: boolean;
  /** The initial day, `yyyy-mm-dd`. */
  day: string;
  /** The initial coach. */
  coach: CoachOption | null;
  /** Creates the appointment; throws the server's error. */
  create: (form: NewAppointment) => Promise<void>;
}

/**
 * The form for a new appointment (reference 7.2). It is designed for creating many appointments in a row by keyboard:
 * after each one, the times of the next are filled in, and the focus moves to the first field that the user will
 * change. Enter in any field creates the appointment.
 */
export default function AppointmentForm({ asAdmin, day, coach, create }: Props) {
  const [formError, setFormError] = useState('');
  /** The field that takes the focus after an appointment was created; a new object for each appointment. */
  const [nextField, setNextField] = useState<{ name: 'participant' | 'fromTime' } | null>(null);
  const { date: today } = useNow();
  const { control, handleSubmit, reset, getValues, setValue, setError, setFocus, clearErrors, formState } =
    useForm<NewAppointment>({
      defaultValues: { coach, type: '', date: day, fromTime: '', tillTime: '', direct: false, participant: null },
      mode: 'onTouched',
      resolver: rulesResolver((values) => appointmentErrors(values, { asAdmin, today })),
    });
  const { errors, isSubmitting } = formState;
  const [type, direct, date, chosenCoach] = useWatch({ control, name: ['type', 'direct', 'date', 'coach'] });
  // For an admin without a chosen coach, null; for coaches undefined, which stands for their own calendar.
  const federalState = useFederalState(asAdmin ? (chosenCoach?.value ?? null) : undefined);
  const holiday = useHolidayName(date, federalState);

  const submit = handleSubmit(async (form) => {
    setFormError('');
    try {
      await create(form);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      const failure = describeCreationFailure(error, asAdmin);
      toast.error(failure.toast, 'creation');
      setFormError(failure.formError);
      showServerErrors(setError, failure.fieldErrors);
      return;
    }
    toast.success('Der Termin wurde erfolgreich erstellt!', 'creation');
    reset(createNextForm(form));
    setNextField({ name: isDirectBooking(form) ? 'participant' : 'fromTime' });
  });
  // This is an effect, because after `reset` the form does not know its fields until it has been rendered again.
  useEffect(() => {
    if (nextField) setFocus(nextField.name);
  }, [nextField, setFocus]);

  const onChanged = () => clearServerErrors(errors, clearErrors);
  return (
    <Box
      component="form"
      noValidate
      aria-label="Termin erstellen"
      onSubmit={(event) => void submit(event)}
      onChange={onChanged}
      sx={grid}
    >
      {formError && (
        <Box sx={fullRow}>
          <Notice kind="error" announced>
            {formError}
          </Notice>
        </Box>
      )}
      {asAdmin && (
        <Box sx={fullRow}>
          <FormCoachField name="coach" control={control} onChanged={onChanged} />
        </Box>
      )}
      <Controller
        name="type"
        control={control}
        render={({ field, fieldState }) => <TypeField {...field} error={fieldState.error?.message} />}
      />
      <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <FormDateField
          name="date"
          label="Datum"
          helperText={holiday && `${holiday}: trotzdem anlegen?`}
          min={earliestDay({ isDirect: isDirectBooking({ type, direct }), asAdmin, today })}
          control={control}
          onChanged={onChanged}
        />
      </Box>
      <FormTimeField
        name="fromTime"
        label="Von"
        required
        control={control}
        onChanged={(fromTime, oldFromTime) => {
          setValue('tillTime', moveEnd({ fromTime: oldFromTime, tillTime: getValues('tillTime') }, fromTime));
          onChanged();
        }}
      />
      <FormTimeField name="tillTime" label="Bis" required control={control} onChanged={onChanged} />
      <Box sx={fullRow}>
        <Controller
          name="direct"
          control={control}
          render={({ field: { value, ref, ...field } }) => (
            <FormControlLabel
              label="Direkt für eine:n Teilnehmer:in buchen"
              disabled={type === 'Speedcoaching'}
              control={
                <Checkbox
                  {...field}
                  checked={isDirectBooking({ type, direct: value })}
                  slotProps={{ input: { ref } }}
                />
              }
            />
          )}
        />
        {type === 'Speedcoaching' && <FormHelperText>{createOwnAppointment.refusals.notBookable}</FormHelperText>}
      </Box>
      {isDirectBooking({ type, direct }) && (
        <Box sx={fullRow}>
          <Controller
            name="participant"
            control={control}
            render={({ field: { onChange, ...field }, fieldState }) => (
              <ParticipantField
                {...field}
                asAdmin={asAdmin}
                onChange={(participant) => {
                  onChange(participant);
                  onChanged();
                }}
                error={fieldState.error?.message}
              />
            )}
          />
        </Box>
      )}
      <Box sx={fullRow}>
        <BusyButton type="submit" size="large" busy={isSubmitting} busyText="Wird erstellt...">
          Termin erstellen
        </BusyButton>
        {type === 'Einzelcoaching' && !direct && <OfferHint asAdmin={asAdmin} />}
      </Box>
    </Box>
  );
}

/** The earliest day to choose: free slots are never in the past, and an admin may record what was long ago. */
function earliestDay({ isDirect, asAdmin, today }: { isDirect: boolean; asAdmin: boolean; today: string }) {
  if (!isDirect) return today;
  return asAdmin ? undefined : firstRecordableDay(today);
}

const fullRow = { gridColumn: '1 / -1' } as const;

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: '2fr 1fr 1fr' },
  gap: 4,
  alignItems: 'start',
} as const;
