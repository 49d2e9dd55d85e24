import { toFieldErrors, type FieldError, type InputOf } from '../../shared/call.ts';
import type { CoachOption } from '../../features/coaches/ui/CoachField.tsx';
import { createOwnAppointment } from '../../features/appointments/contract.ts';
import {
  coachMissingMessage,
  creationErrors,
  endProblem,
  firstRecordableDay,
  intervalOf,
  nextSlot,
  recordingMessages,
  type NewAppointmentForm,
} from '../../features/appointments/rules.ts';
import type { CoachingType } from '../../shared/coaching.ts';
import type { Candidate } from '../../features/participants/ui/ParticipantField.tsx';

/** The values that are being entered in the form. Date `yyyy-mm-dd`, times `HH:mm`; '' while a field is empty. */
export interface NewAppointment extends NewAppointmentForm {
  type: '' | CoachingType;
  /** Whether the appointment is booked directly for `participant`; ignored for a Speedcoaching. */
  direct: boolean;
  participant: Candidate | null;
  /** The coach that an admin chooses; null for a coach's own appointment. */
  coach: CoachOption | null;
}

/** Returns the input of the call, which includes the participant only if the appointment is booked directly. */
export function toInput(form: NewAppointment): InputOf<typeof createOwnAppointment> {
  const { type, date, fromTime, tillTime, participant } = form;
  return {
    type,
    date,
    fromTime,
    tillTime,
    participantId: isDirectBooking(form) && participant ? participant.participantId : null,
  };
}

/** Whether the appointment will be booked directly, which is not possible for a Speedcoaching. */
export function isDirectBooking({ type, direct }: Pick<NewAppointment, 'type' | 'direct'>): boolean {
  return direct && type !== 'Speedcoaching';
}

/**
 * Returns all errors of the form (reference 7.2). An admin must also choose a coach, and can book appointments that are
 * more than two weeks ago. `today` is the Berlin day, `yyyy-mm-dd`.
 */
export function appointmentErrors(
  form: NewAppointment,
  { asAdmin, today }: { asAdmin: boolean; today: string },
): FieldError[] {
  const fieldErrors = creationErrors(form);
  const hasValidTime = fieldErrors.every(({ path }) => path === 'type');
  const interval = hasValidTime ? intervalOf(form) : null;
  const isDirect = isDirectBooking(form);
  const isTooLongAgo = isDirect && !asAdmin && form.date !== '' && form.date < firstRecordableDay(today);
  return [
    ...toFieldErrors({ coach: asAdmin && !form.coach ? coachMissingMessage : null }),
    ...fieldErrors,
    ...toFieldErrors({
      date: isTooLongAgo ? recordingMessages.tooLongAgo : null,
      tillTime: endProblem(interval, isDirect),
      participant: isDirect && !form.participant ? 'Bitte wähle eine:n Teilnehmer:in aus.' : null,
    }),
  ];
}

/** Returns the form for the next appointment: the same coach, type, day and duration, but no participant. */
export function createNextForm(form: NewAppointment): NewAppointment {
  return { ...form, ...nextSlot(form), participant: null };
}
