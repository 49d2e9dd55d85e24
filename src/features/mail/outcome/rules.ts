import { statuses, type CancelKind } from '../../../shared/coaching.ts';

/** The kinds of mail that tell people what happened to a booking. */
export type OutcomeKind =
  | 'appointmentBooked'
  | 'appointmentCancelled'
  | 'appointmentCancelledByUs'
  | 'appointmentGoodwill'
  | 'appointmentMissed'
  | 'appointmentSetBack'
  | 'appointmentRescheduled'
  | 'appointmentMovedByStaff'
  | 'appointmentHandedOver'
  | 'appointmentCalledOff';

/** The state of a booking as its people know it; a cancellation by its kind. */
export type BookingState = 'booked' | 'missed' | CancelKind;

/** A booking at one moment: as it is, or as somebody knows it. */
export interface BookingSnapshot {
  state: BookingState;
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/** What somebody knows of a booking; 'none' if they never had it or were never informed of it. */
export type Known = BookingSnapshot | 'none';

/** The state of a row that has, or had, a participant. */
export function stateOf({ status, cancelKind }: { status: string; cancelKind: CancelKind | null }): BookingState {
  if (status === statuses.cancelled && cancelKind) return cancelKind;
  return status === statuses.missed ? 'missed' : 'booked';
}

/** A mail about a change, to one person, before it is known what that person knows. */
export interface ChangeMail {
  kind: OutcomeKind;
  person: number;
  appointment: number;
}

/** The same mail to the participant and the coach of an appointment. */
export function mailBoth(
  kind: OutcomeKind,
  appointment: number,
  { participant, coach }: { participant: number; coach: number },
): ChangeMail[] {
  return [participant, coach].map((person) => ({ kind, person, appointment }));
}

/** A change of a booking, and its mails if everybody knew the booking as it was before. */
export interface BookingChange {
  /** Null for a new booking. */
  before: BookingSnapshot | null;
  after: BookingSnapshot;
  participant: number;
  /** The row that a move leaves; null for all other changes. */
  previousRow: number | null;
  mails: readonly ChangeMail[];
  /** The participant makes the change and gets a mail in any case; false for a change by staff. */
  byParticipant: boolean;
  /** The coach who makes the change and needs no mail, unless an earlier mail to them is withdrawn. */
  skipMailTo?: number | null;
}

/** A mail about the outcome of one or several changes, with what its recipient knew before. */
export interface OutcomeMail extends ChangeMail {
  known: Known;
}

/** The state that a kind of mail announces; all others announce a booking. */
const announced: Partial<Record<OutcomeKind, BookingState>> = {
  appointmentCancelled: 'byParticipant',
  appointmentCancelledByUs: 'byAdmin',
  appointmentGoodwill: 'goodwill',
  appointmentCalledOff: 'goodwill',
  appointmentHandedOver: 'rescheduled',
  appointmentMissed: 'missed',
};

/** The states in which an appointment does not take place. */
const isOff = (state: BookingState) => state !== 'booked' && state !== 'missed';

/** Whether two snapshots have the same time and coach. */
const isSamePlace = (a: BookingSnapshot, b: BookingSnapshot) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/** Whether a mail tells its recipient nothing new, or announces the end of a booking that they never heard of. */
function isKnown(kind: OutcomeKind, known: Known, after: BookingSnapshot): boolean {
  const state = announced[kind] ?? 'booked';
  if (known === 'none') return isOff(state);
  if (state === 'booked') return known.state === 'booked' && isSamePlace(known, after);
  // Whoever believes that it is off for another reason need not hear that a colleague has it, or that it is off.
  return state === 'rescheduled' || state === 'byParticipant' ? isOff(known.state) : known.state === state;
}

/** The kind that suits what the recipient knows: to them a new booking was not moved, nor is a move a return. */
function kindFor(kind: OutcomeKind, { known, isNew }: { known: Known; isNew: boolean }): OutcomeKind {
  if (kind !== 'appointmentMovedByStaff' && kind !== 'appointmentSetBack') return kind;
  if (isNew) return 'appointmentBooked';
  if (known === 'none') return kind;
  return known.state === 'booked' ? 'appointmentMovedByStaff' : 'appointmentSetBack';
}

/**
 * The mails that tell each person the outcome (reference 11.7). `withdrawn` has those for whom a mail about an earlier
 * change was withdrawn before it left, with what they knew before that mail; all others know the booking as it was
 * before this change.
 */
export function outcomeMails(change: BookingChange, withdrawn: ReadonlyMap<number, Known>): OutcomeMail[] {
  const { before, after, participant, previousRow, mails, byParticipant, skipMailTo = null } = change;
  const isActor = (person: number) => byParticipant && person === participant;
  const knownTo = (person: number): Known => {
    if (isActor(person)) return before ?? 'none';
    return withdrawn.get(person) ?? (before && (person === participant || person === before.coach) ? before : 'none');
  };
  const isNew = knownTo(participant) === 'none';
  const addressed = new Set(mails.map(({ person }) => person));
  // Coaches who had it before an earlier move and have not heard that they no longer have it.
  const former = [...withdrawn.keys()].filter((person) => person !== participant && !addressed.has(person));
  const all =
    previousRow === null
      ? mails
      : [
          ...mails,
          ...former.map((person) => ({ kind: 'appointmentHandedOver' as const, person, appointment: previousRow })),
        ];
  return all
    .filter(({ person }) => person !== skipMailTo || withdrawn.has(person))
    .map((mail) => ({ ...mail, known: knownTo(mail.person) }))
    .filter(({ kind, person, known }) => isActor(person) || !isKnown(kind, known, after))
    .map((mail) => ({ ...mail, kind: kindFor(mail.kind, { known: mail.known, isNew }) }));
}

/**
 * Until when the mails about a change that staff make now wait (reference 11.7). Null if they leave at once: the old or
 * the new time begins within the hour, or the portal is set not to wait.
 */
export function waitUntil(
  { before, after }: Pick<BookingChange, 'before' | 'after'>,
  { now, seconds }: { now: Date; seconds: number },
): Date | null {
  const isNear = ({ startsAt }: BookingSnapshot) => startsAt > now && startsAt.getTime() - now.getTime() <= 3_600_000;
  if (seconds === 0 || isNear(after) || (before && isNear(before))) return null;
  return new Date(now.getTime() + seconds * 1_000);
}
