import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { CallError, callApi, RequestError, isSessionEndedError } from '../../web/calls/api.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { intervalOf, isTooLong, tooLongMessage } from '../../features/appointments/rules.ts';
import { ParticipantField, type Candidate } from '../../features/participants/ui/ParticipantField.tsx';
import { searchAgainMessage } from '../new-appointment/creationFailure.ts';
import { bookSlotForParticipant, bookOwnSlotForParticipant } from '../../features/booking/direct/contract.ts';
import { ChosenParticipant } from './ChosenParticipant.tsx';
import { bookedText } from './doneTexts.ts';
import type { StaffDialogProps } from './staffDialog.ts';
import { toastWithUndo, undoBookingFor } from './undo.ts';

/** The codes of the refusals that are shown at the participant field. */
const participantRefusals = ['inactive', 'participantOverlap', 'tooLong'];

/**
 * Mentions both possible causes, because `notFound` does not reveal whether the person or the appointment is missing.
 */
const notFoundHint = `${searchAgainMessage} Hilft das nicht, ist der Termin inzwischen gelöscht.`;

/** Books a free Einzelcoaching for a participant who calls on the phone (reference 4.22). */
export default function BookForDialog({ appointment, when, asAdmin, onDone, onClosed }: StaffDialogProps) {
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<unknown>(null);
  const id = useId();
  const [fromTime, tillTime] = [appointment.timeSlot.slice(0, 5), appointment.timeSlot.slice(-5)];
  const interval = intervalOf({ date: appointment.date, fromTime, tillTime });
  const isSlotTooLong = typeof interval !== 'string' && isTooLong(interval);
  const { control, handleSubmit, setError, formState } = useForm<{ participant: Candidate | null }>({
    defaultValues: { participant: null },
  });
  const submit = handleSubmit(async ({ participant }) => {
    setFailure(null);
    try {
      const input = { appointmentId: appointment.id, participantId: participant?.participantId ?? 0 };
      await callApi(asAdmin ? bookSlotForParticipant : bookOwnSlotForParticipant, input);
      const booked = { ...appointment, participantFullName: participant?.fullName ?? '' };
      toastWithUndo(bookedText(booked), 'booking', async () => undoBookingFor(appointment.id, asAdmin), [
        appointment.id,
      ]);
      onDone();
      setOpen(false);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Der Termin konnte nicht gebucht werden!', 'booking');
      if (error instanceof RequestError && error.code === 'notFound' && !asAdmin)
        return setError('participant', { type: 'server', message: notFoundHint }, { shouldFocus: true });
      if (!(error instanceof CallError) || !participantRefusals.includes(error.code)) return setFailure(error);
      setError('participant', { type: 'server', message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <FormDialog
      title="Für jemanden buchen"
      describedBy={`${id}-which`}
      open={open}
      busy={formState.isSubmitting}
      isChanged={formState.isDirty}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Buchen"
      busyText="Buchen..."
    >
      {/* The list of people opens below the field and needs room within the dialog. */}
      <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 'min(60vh, 420px)' }}>
        <Box id={`${id}-which`}>
          <Typography sx={{ fontWeight: 700 }}>{asAdmin ? `${when}, ${appointment.coachFullName}` : when}</Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            Der Termin zählt nicht zu den drei, die jede Person selbst buchen kann. Beide bekommen eine E-Mail.
          </Typography>
        </Box>
        {failure !== null && <ErrorNotice error={failure} />}
        <Controller
          name="participant"
          control={control}
          rules={{
            required: 'Bitte wähle eine:n Teilnehmer:in aus.',
            validate: () => !isSlotTooLong || tooLongMessage,
          }}
          render={({ field, fieldState }) => (
            <div>
              <ParticipantField {...field} autoFocus asAdmin={asAdmin} error={fieldState.error?.message} />
              {field.value && <ChosenParticipant participant={field.value} asAdmin={asAdmin} />}
            </div>
          )}
        />
      </Box>
    </FormDialog>
  );
}
