import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { isTime, minutesOf, timeOf } from '../../shared/berlin.ts';
import { callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { rulesResolver } from '../../web/calls/rulesResolver.ts';
import { showServerErrors } from '../../web/calls/serverErrors.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Fact, Facts } from '../../web/ui/layout/Fact.tsx';
import { FormDateField } from '../../web/ui/fields/FormDateField.tsx';
import { fillsPhone } from '../../web/ui/dialogs/fillsPhone.ts';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { FormTimeField } from '../../web/ui/fields/FormTimeField.tsx';
import { useHolidayName } from '../../features/calendar-feed/ui/useHolidayName.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { FormCoachField } from '../../features/coaches/ui/FormCoachField.tsx';
import { useFederalState } from '../../features/coaches/ui/useFederalState.ts';
import { moveAppointment, moveOwnAppointment } from '../../features/booking/move/contract.ts';
import { movedText } from './doneTexts.ts';
import { fieldErrorsOf } from './moveFailure.ts';
import { moveErrors, type MoveForm } from './moveForm.ts';
import { MoveTimes } from './MoveTimes.tsx';
import { ReasonField } from './ReasonField.tsx';
import type { StaffDialogProps } from './staffDialog.ts';
import { toastWithUndo } from './undo.ts';

const minutesPerDay = 24 * 60;

export interface MoveDialogProps extends StaffDialogProps {
  /**
   * The time that the appointment was dragged to. The form proposes it. `coach` is null in a coach's own calendar.
   */
  draggedTo?: { date: string; from: string; till: string; coach: CoachOption | null };
}

/** Moves a free or booked appointment to another time, and for an admin also to another coach (reference 4.22). */
export default function MoveDialog({ appointment, when, asAdmin, draggedTo, onDone, onClosed }: MoveDialogProps) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const id = useId();
  const [fromTime, tillTime] = [appointment.timeSlot.slice(0, 5), appointment.timeSlot.slice(-5)];
  const duration = minutesOf(tillTime) - minutesOf(fromTime);
  const isBooked = appointment.participantFullName !== '';
  const { control, handleSubmit, setError, setValue, formState } = useForm<MoveForm>({
    defaultValues: {
      coach: draggedTo?.coach ?? { value: appointment.coachId, label: appointment.coachFullName },
      date: draggedTo?.date ?? appointment.date,
      fromTime: draggedTo?.from ?? fromTime,
      tillTime: draggedTo?.till ?? tillTime,
      reason: '',
      release: true,
    },
    mode: 'onTouched',
    resolver: rulesResolver((form) => moveErrors(form, { isBooked })),
  });
  const [date, coach, newFrom, newTill] = useWatch({ control, name: ['date', 'coach', 'fromTime', 'tillTime'] });
  const isUnchanged =
    date === appointment.date && newFrom === fromTime && newTill === tillTime && coach?.value === appointment.coachId;
  const holiday = useHolidayName(date, useFederalState(asAdmin ? (coach?.value ?? null) : undefined));

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    const { reason, release } = form;
    const time = { date: form.date, fromTime: form.fromTime, tillTime: form.tillTime };
    const input = { appointmentId: appointment.id, ...time, ...(isBooked ? { reason, release } : {}) };
    const moveTo = async (target: typeof input, coachId: number | null) =>
      asAdmin ? callApi(moveAppointment, { ...target, coachId }) : callApi(moveOwnAppointment, target);
    try {
      const { data, usedFree: hasReplacedFreeSlot } = await moveTo(input, form.coach?.value ?? null);
      const newTime = { date: form.date, timeSlot: `${form.fromTime} - ${form.tillTime}` };
      // If the booking has replaced a free slot, that slot becomes free again.
      const back = {
        appointmentId: data.appointmentId,
        date: appointment.date,
        fromTime,
        tillTime,
        ...(isBooked && { release: hasReplacedFreeSlot }),
      };
      toastWithUndo(movedText(appointment, newTime), 'move', async () => moveTo(back, appointment.coachId), [
        data.appointmentId,
      ]);
      onDone();
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Der Termin konnte nicht verschoben werden!', 'move');
      const errors = fieldErrorsOf(error);
      if (errors.length === 0) setFailure(error);
      showServerErrors(setError, errors);
    }
  });
  return (
    <FormDialog
      title="Termin verschieben"
      describedBy={`${id}-which`}
      open={open}
      busy={formState.isSubmitting}
      isChanged={formState.isDirty}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Verschieben"
      busyText="Wird verschoben..."
      phoneStyle={fillsPhone}
    >
      <Box sx={{ display: 'grid', gap: { xs: 3, sm: 4 } }}>
        <Box id={`${id}-which`}>
          <Facts>
            <Fact label="Bisher">{asAdmin ? `${when}, ${appointment.coachFullName}` : when}</Fact>
            {isBooked && <Fact label="Gebucht für">{appointment.participantFullName}</Fact>}
          </Facts>
        </Box>
        {failure !== null && <ErrorNotice error={failure} />}
        <Typography variant="h3" component="p">
          Neu
        </Typography>
        {asAdmin ? (
          <FormCoachField name="coach" control={control} />
        ) : (
          isBooked && (
            <Typography sx={{ color: 'text.secondary' }}>Einem anderen Coach geben kann ihn nur ein Admin.</Typography>
          )
        )}
        <FormDateField
          name="date"
          control={control}
          label="Datum"
          helperText={holiday && `${holiday}: trotzdem verschieben?`}
        />
        <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
          <FormTimeField
            name="fromTime"
            control={control}
            label="Von"
            required
            onChanged={(time) => {
              // Keep the duration; the end can still be changed afterwards.
              if (!isTime(time)) return;
              const end = minutesOf(time) + duration;
              if (end < minutesPerDay) setValue('tillTime', timeOf(end), { shouldDirty: true });
            }}
          />
          <FormTimeField name="tillTime" control={control} label="Bis" required />
        </Box>
        <MoveTimes
          asAdmin={asAdmin}
          coachId={coach?.value ?? null}
          time={{ date, fromTime: newFrom, tillTime: newTill }}
          movedId={appointment.id}
          isBooked={isBooked}
          isUnchanged={isUnchanged}
          onPick={(time) => {
            for (const name of ['date', 'fromTime', 'tillTime'] as const)
              setValue(name, time[name], { shouldDirty: true, shouldValidate: true });
          }}
        />
        {isBooked && (
          <>
            <Controller
              name="reason"
              control={control}
              render={({ field: { value, onChange } }) => <ReasonField value={value} onChange={onChange} />}
            />
            <Controller
              name="release"
              control={control}
              render={({ field: { value, ref, ...field } }) => (
                <FormControlLabel
                  label="Die bisherige Zeit wieder freigeben"
                  control={<Checkbox {...field} checked={value} slotProps={{ input: { ref } }} />}
                />
              )}
            />
            <Typography sx={{ color: 'text.secondary' }}>
              {coach && coach.value !== appointment.coachId
                ? `${appointment.participantFullName} und beide Coaches bekommen eine E-Mail.`
                : `${appointment.participantFullName} und der Coach bekommen eine E-Mail.`}{' '}
              Den neuen Termin kann {appointment.participantFullName} bis zum Beginn stornieren oder verlegen.
            </Typography>
          </>
        )}
      </Box>
    </FormDialog>
  );
}
