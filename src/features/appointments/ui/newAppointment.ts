import { problems, type FieldError, type InputOf } from '../../../shared/call.ts';
import { RequestError, ApiError, sentenceOf } from '../../../web/api.ts';
import type { CoachOption } from '../../coaches/ui/CoachField.tsx';
import { createOwnAppointment } from '../contract.ts';
import { coachMissing, creationErrors, nextSlot, intervalOf, type NewAppointmentForm } from '../rules.ts';
import type { CoachingType } from '../../../shared/coaching.ts';
import type { Candidate } from './ParticipantField.tsx';

/** The form's values while it is being filled in. Date `yyyy-mm-dd`, times `HH:mm`; '' while a field is empty. */
export interface NewAppointment extends NewAppointmentForm {
  type: '' | CoachingType;
  /** Booked directly for `participant`; never with a Speedcoaching. */
  direct: boolean;
  participant: Candidate | null;
  /** Whose appointment it becomes, if an admin chooses; a coach's are their own. */
  coach: CoachOption | null;
}

/** What is sent: the participant's id only if the appointment is booked directly. */
export function asInput(form: NewAppointment): InputOf<typeof createOwnAppointment> {
  const { type, date, fromTime, tillTime, participant } = form;
  return {
    type,
    date,
    fromTime,
    tillTime,
    participantId: isDirect(form) && participant ? participant.participantId : null,
  };
}

/** Whether the appointment is to be booked directly. */
export function isDirect({ type, direct }: Pick<NewAppointment, 'type' | 'direct'>): boolean {
  return direct && type !== 'Speedcoaching';
}

/** All errors of the form, in its order (reference 7.2); `asAdmin` requires a coach, too. */
export function appointmentErrors(form: NewAppointment, asAdmin: boolean): FieldError[] {
  const fieldErrors = creationErrors(form);
  const whole = fieldErrors.every(({ path }) => path === 'type');
  const interval = whole ? intervalOf(form) : null;
  const missing = isDirect(form) && !form.participant;
  return [
    ...problems({ coach: asAdmin && !form.coach ? coachMissing : null }),
    ...fieldErrors,
    ...problems({
      tillTime: typeof interval === 'string' ? interval : null,
      participant: missing ? 'Bitte wähle eine:n Teilnehmer:in aus.' : null,
    }),
  ];
}

/** The form for the next appointment: coach, type, day and length stay, the participant is empty. */
export function nextForm(form: NewAppointment): NewAppointment {
  return { ...form, ...nextSlot(form), participant: null };
}

/** The field of each of the server's error codes; other errors are shown above the form. */
const places: Record<string, keyof NewAppointment> = {
  overlap: 'fromTime',
  invalidTime: 'tillTime',
  inPast: 'date',
  absent: 'date',
  participantOverlap: 'participant',
  notBookable: 'participant',
  inactive: 'participant',
};

const notCreated = 'Der Termin konnte nicht erstellt werden!';

/** What a coach reads who has found a person by the complete e-mail address more than an hour ago (reference 8.10). */
export const searchAgain = 'Diese Person bitte noch einmal mit der vollständigen E-Mail-Adresse suchen.';

/**
 * What to show for a failed creation: the toast (reference 7.2), and the messages at their fields or above the form. If
 * an admin chose both people, the message of `inactive` itself says which of them it is.
 */
export function failureOf(
  error: unknown,
  asAdmin: boolean,
): { toast: string; errors: FieldError[]; formError: string } {
  if (error instanceof RequestError && error.code === 'notFound' && !asAdmin)
    return { toast: notCreated, errors: [{ path: 'participant', message: searchAgain }], formError: '' };
  const unanswered = error instanceof RequestError && error.status !== 200;
  const toast = unanswered ? 'Es ist ein unerwarteter Fehler aufgetreten!' : notCreated;
  if (!(error instanceof ApiError)) return { toast, errors: [], formError: sentenceOf(error) };
  const place = asAdmin && error.code === 'inactive' ? undefined : places[error.code];
  if (place) return { toast, errors: [{ path: place, message: error.message }], formError: '' };
  return { toast, errors: error.errors, formError: error.errors.length > 0 ? '' : error.message };
}
