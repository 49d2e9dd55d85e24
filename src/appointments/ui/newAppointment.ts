import { problems, type FieldError, type InputOf } from '../../shared/call.ts';
import { Fault, Refusal, sentenceOf } from '../../web/api.ts';
import type { CoachOption } from '../../coaches/ui/CoachField.tsx';
import { createOwnAppointment } from '../contract.ts';
import {
  coachMissing,
  creationMistakes,
  nextStretch,
  stretchOf,
  type CoachingType,
  type NewAppointmentForm,
} from '../rules.ts';
import type { Candidate } from './ParticipantField.tsx';

/** What the form holds while it is being filled in. Date `yyyy-mm-dd`, times `HH:mm`; '' while a field is empty. */
export interface NewAppointment extends NewAppointmentForm {
  type: '' | CoachingType;
  /** Booked at once for `participant`; a Speedcoaching never is. */
  direct: boolean;
  participant: Candidate | null;
  /** Whose it becomes, where an admin chooses; a coach's are their own. */
  coach: CoachOption | null;
}

/** What is sent: the participant's id only where the appointment is booked at once. */
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

/** Whether the appointment is to be booked at once. */
export function isDirect({ type, direct }: Pick<NewAppointment, 'type' | 'direct'>): boolean {
  return direct && type !== 'Speedcoaching';
}

/** All mistakes of the form, in its order (spec coach §5); `asAdmin` asks for a coach too. */
export function mistakesOf(form: NewAppointment, asAdmin: boolean): FieldError[] {
  const mistakes = creationMistakes(form);
  const whole = mistakes.every(({ path }) => path === 'type');
  const stretch = whole ? stretchOf(form) : null;
  const missing = isDirect(form) && !form.participant;
  return [
    ...problems({ coach: asAdmin && !form.coach ? coachMissing : null }),
    ...mistakes,
    ...problems({
      tillTime: typeof stretch === 'string' ? stretch : null,
      participant: missing ? 'Bitte wähle eine:n Teilnehmer:in aus.' : null,
    }),
  ];
}

/** The form for the next appointment: coach, type, day and length stay, another participant is asked for. */
export function nextForm(form: NewAppointment): NewAppointment {
  return { ...form, ...nextStretch(form), participant: null };
}

/** Where each refusal of the server belongs; the others stand above the form. */
const places: Record<string, keyof NewAppointment> = {
  overlap: 'fromTime',
  invalidTime: 'tillTime',
  inPast: 'date',
  participantOverlap: 'participant',
  notBookable: 'participant',
  inactive: 'participant',
};

/**
 * What a failed creation is told: the toast (spec coach §8), and the sentences at their fields or above the form. Where
 * an admin chose both people, `inactive` says itself which of them it is.
 */
export function failureOf(error: unknown, asAdmin: boolean): { said: string; errors: FieldError[]; above: string } {
  const unanswered = error instanceof Fault && error.status !== 200;
  const said = unanswered ? 'Es ist ein unerwarteter Fehler aufgetreten!' : 'Der Termin konnte nicht erstellt werden!';
  if (!(error instanceof Refusal)) return { said, errors: [], above: sentenceOf(error) };
  const place = asAdmin && error.code === 'inactive' ? undefined : places[error.code];
  if (place) return { said, errors: [{ path: place, message: error.message }], above: '' };
  return { said, errors: error.errors, above: error.errors.length > 0 ? '' : error.message };
}
