import { statuses, type CancelKind } from '../../../shared/coaching.ts';

/** The kinds of mail that tell the participant and the coach what happened to a booking. */
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

/** The state of a booking; a cancelled one has the kind of its cancellation. */
export type BookingState = 'booked' | 'missed' | CancelKind;

/** A booking at one moment, either as it is or as a person knows it. */
export interface BookingSnapshot {
  state: BookingState;
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/** What a person knows about a booking; 'none' if it was never theirs or they were never notified of it. */
export type KnownBooking = BookingSnapshot | 'none';

/** The state of an appointment that has, or had, a participant. */
export function stateOf({ status, cancelKind }: { status: string; cancelKind: CancelKind | null }): BookingState {
  if (status === statuses.cancelled && cancelKind) return cancelKind;
  return status === statuses.missed ? 'missed' : 'booked';
}

/** A mail to one person about a change, regardless of what that person knows. */
export interface ChangeMail {
  kind: OutcomeKind;
  person: number;
  appointment: number;
}

/** The same mail to the participant and the coach of an appointment. */
export function mailsToBoth(
  kind: OutcomeKind,
  appointment: number,
  { participant, coach }: { participant: number; coach: number },
): ChangeMail[] {
  return [participant, coach].map((person) => ({ kind, person, appointment }));
}

/** A change of a booking; `mails` assumes that everyone involved knew the booking as it was before. */
export interface BookingChange {
  /** Null for a new booking. */
  before: BookingSnapshot | null;
  after: BookingSnapshot;
  participant: number;
  /** The appointment from which a move takes the booking; null for all other changes. */
  previousRow: number | null;
  mails: readonly ChangeMail[];
  /** Whether the participant makes the change and so gets a mail in any case; false for a change by staff. */
  byParticipant: boolean;
  /** The coach who makes the change and needs no mail, unless an earlier mail to them is withdrawn. */
  skipMailTo?: number | null;
}

/** A mail about the outcome of one or several changes, with what its recipient knew before. */
export interface OutcomeMail extends ChangeMail {
  known: KnownBooking;
}

/** The state that each kind of mail announces; kinds not listed here announce a booking. */
const announcedStates: Partial<Record<OutcomeKind, BookingState>> = {
  appointmentCancelled: 'byParticipant',
  appointmentCancelledByUs: 'byAdmin',
  appointmentGoodwill: 'goodwill',
  appointmentCalledOff: 'goodwill',
  appointmentHandedOver: 'rescheduled',
  appointmentMissed: 'missed',
};

/** The states in which an appointment does not take place. */
const isCancelled = (state: BookingState) => state !== 'booked' && state !== 'missed';

/** Whether two snapshots have the same time and coach. */
const hasSameTimeAndCoach = (a: BookingSnapshot, b: BookingSnapshot) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/** Whether a mail has nothing new for its recipient, or announces the end of a booking they were never notified of. */
function isKnown(kind: OutcomeKind, known: KnownBooking, after: BookingSnapshot): boolean {
  const state = announcedStates[kind] ?? 'booked';
  if (known === 'none') return isCancelled(state);
  if (state === 'booked') return known.state === 'booked' && hasSameTimeAndCoach(known, after);
  // A person who knows it as cancelled for another reason does not need a mail that a colleague has it or that the
  // participant has cancelled it.
  return state === 'rescheduled' || state === 'byParticipant' ? isCancelled(known.state) : known.state === state;
}

/** The kind of mail that suits what the recipient knows: to them, a new booking was neither moved nor restored. */
function kindFor(kind: OutcomeKind, { known, isNew }: { known: KnownBooking; isNew: boolean }): OutcomeKind {
  if (kind !== 'appointmentMovedByStaff' && kind !== 'appointmentSetBack') return kind;
  if (isNew) return 'appointmentBooked';
  if (known === 'none') return kind;
  return known.state === 'booked' ? 'appointmentMovedByStaff' : 'appointmentSetBack';
}

/**
 * The mails that tell each person the outcome (reference 11.7). `withdrawn` maps each person for whom an unsent mail
 * about an earlier change was withdrawn to what they knew before that mail; everyone else knows the booking as it was
 * before this change.
 */
export function outcomeMails(change: BookingChange, withdrawn: ReadonlyMap<number, KnownBooking>): OutcomeMail[] {
  const { before, after, participant, previousRow, mails, byParticipant, skipMailTo = null } = change;
  const isActor = (person: number) => byParticipant && person === participant;
  const knownTo = (person: number): KnownBooking => {
    if (isActor(person)) return before ?? 'none';
    return withdrawn.get(person) ?? (before && (person === participant || person === before.coach) ? before : 'none');
  };
  const isNew = knownTo(participant) === 'none';
  const recipients = new Set(mails.map(({ person }) => person));
  // Coaches who had the booking before an earlier move and have not been notified that they no longer have it.
  const formerCoaches = [...withdrawn.keys()].filter((person) => person !== participant && !recipients.has(person));
  const all =
    previousRow === null
      ? mails
      : [
          ...mails,
          ...formerCoaches.map((person) => ({
            kind: 'appointmentHandedOver' as const,
            person,
            appointment: previousRow,
          })),
        ];
  return all
    .filter(({ person }) => person !== skipMailTo || withdrawn.has(person))
    .map((mail) => ({ ...mail, known: knownTo(mail.person) }))
    .filter(({ kind, person, known }) => isActor(person) || !isKnown(kind, known, after))
    .map((mail) => ({ ...mail, kind: kindFor(mail.kind, { known: mail.known, isNew }) }));
}

/**
 * Until when the mails about a change that staff make now are held (reference 11.7). Null if they are sent immediately,
 * because the old or the new time begins within the hour or the portal is set not to hold mails.
 */
export function holdUntil(
  { before, after }: Pick<BookingChange, 'before' | 'after'>,
  { now, seconds }: { now: Date; seconds: number },
): Date | null {
  const isNear = ({ startsAt }: BookingSnapshot) => startsAt > now && startsAt.getTime() - now.getTime() <= 3_600_000;
  if (seconds === 0 || isNear(after) || (before && isNear(before))) return null;
  return new Date(now.getTime() + seconds * 1_000);
}
