import { statuses, type CancelKind } from '../../../shared/coaching.ts';

/** The kinds of mail that inform the participant and the coach about a change of a booking. */
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

/** The state of a booking. For a cancelled booking it is the kind of cancellation. */
export type BookingState = 'booked' | 'missed' | CancelKind;

/** The state, coach and time of a booking at one moment, either as stored or as a person knows them. */
export interface BookingSnapshot {
  state: BookingState;
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/** What a person knows about a booking; 'none' if the person was never notified of it. */
export type KnownBooking = BookingSnapshot | 'none';

/** The booking state of an appointment that is not free. */
export function stateOf({ status, cancelKind }: { status: string; cancelKind: CancelKind | null }): BookingState {
  if (status === statuses.cancelled && cancelKind) return cancelKind;
  return status === statuses.missed ? 'missed' : 'booked';
}

/** A mail to one person about a change. `createOutcomeMails` decides whether the person needs it. */
export interface PossibleMail {
  kind: OutcomeKind;
  person: number;
  appointment: number;
}

/** Mails of the same kind to the participant and the coach of an appointment. */
export function createParticipantAndCoachMails(
  kind: OutcomeKind,
  appointment: number,
  { participant, coach }: { participant: number; coach: number },
): PossibleMail[] {
  return [participant, coach].map((person) => ({ kind, person, appointment }));
}

/** A change of a booking. */
export interface BookingChange {
  /** The booking before the change; null for a new booking. */
  before: BookingSnapshot | null;
  after: BookingSnapshot;
  participant: number;
  /** For a move, the id of the appointment that had the booking before; null for all other changes. */
  previousAppointment: number | null;
  /** The mails that are right if every recipient knew the booking as it was before the change. */
  mails: readonly PossibleMail[];
  /** Whether the participant made the change and therefore always gets a mail; false for a change by staff. */
  byParticipant: boolean;
  /** The id of the coach who made the change. This coach gets a mail only if an earlier mail to them is withdrawn. */
  skipMailTo?: number | null;
}

/** A mail about the outcome of one or several changes, with what its recipient knew before these changes. */
export interface OutcomeMail extends PossibleMail {
  knownBooking: KnownBooking;
}

/** The state that each kind of mail announces. Kinds that are missing here announce the state 'booked'. */
const announcedStates: Partial<Record<OutcomeKind, BookingState>> = {
  appointmentCancelled: 'byParticipant',
  appointmentCancelledByUs: 'byAdmin',
  appointmentGoodwill: 'goodwill',
  appointmentCalledOff: 'goodwill',
  appointmentHandedOver: 'rescheduled',
  appointmentMissed: 'missed',
};

/** Whether an appointment in this state does not take place: it was cancelled, or its booking was moved away. */
const isCancelled = (state: BookingState) => state !== 'booked' && state !== 'missed';

/** Whether two snapshots have the same time and coach. */
const hasSameTimeAndCoach = (a: BookingSnapshot, b: BookingSnapshot) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/**
 * Whether a mail is unnecessary: its recipient already knows the outcome, or the mail announces the end of a booking of
 * which the recipient was never notified.
 */
function isUnnecessary(kind: OutcomeKind, knownBooking: KnownBooking, after: BookingSnapshot): boolean {
  const announcedState = announcedStates[kind] ?? 'booked';
  if (knownBooking === 'none') return isCancelled(announcedState);
  if (announcedState === 'booked') return knownBooking.state === 'booked' && hasSameTimeAndCoach(knownBooking, after);
  // A person who knows that the booking is cancelled, for whatever reason, needs no mail saying that it was moved to a
  // colleague or cancelled by the participant.
  return announcedState === 'rescheduled' || announcedState === 'byParticipant'
    ? isCancelled(knownBooking.state)
    : knownBooking.state === announcedState;
}

/**
 * The kind of mail that fits what the recipient knows. If the participant was never notified of the booking (`isNew`),
 * the mail announces a new booking instead of a moved or restored one.
 */
function chooseKind(
  kind: OutcomeKind,
  { knownBooking, isNew }: { knownBooking: KnownBooking; isNew: boolean },
): OutcomeKind {
  if (kind !== 'appointmentMovedByStaff' && kind !== 'appointmentSetBack') return kind;
  if (isNew) return 'appointmentBooked';
  if (knownBooking === 'none') return kind;
  return knownBooking.state === 'booked' ? 'appointmentMovedByStaff' : 'appointmentSetBack';
}

/**
 * The mails that inform each person about the outcome of a change (reference 11.7). If a person's mail about an earlier
 * change was withdrawn before it was sent, `knownBeforeWithdrawnMail` has the person's id and what the person knew
 * before that earlier change. Everyone else knows the booking as it was before this change.
 */
export function createOutcomeMails(
  change: BookingChange,
  knownBeforeWithdrawnMail: ReadonlyMap<number, KnownBooking>,
): OutcomeMail[] {
  const { before, after, participant, previousAppointment, mails, byParticipant, skipMailTo = null } = change;
  /** Whether this person made the change as the participant. */
  const isActor = (person: number) => byParticipant && person === participant;
  const knownTo = (person: number): KnownBooking => {
    if (isActor(person)) return before ?? 'none';
    const knownBefore = knownBeforeWithdrawnMail.get(person);
    if (knownBefore) return knownBefore;
    return before && (person === participant || person === before.coach) ? before : 'none';
  };
  const isNew = knownTo(participant) === 'none';
  const recipients = new Set(mails.map(({ person }) => person));
  // The coaches who had the booking before an earlier move and were not notified of that move.
  const formerCoaches = [...knownBeforeWithdrawnMail.keys()].filter(
    (person) => person !== participant && !recipients.has(person),
  );
  const possibleMails =
    previousAppointment === null
      ? mails
      : [
          ...mails,
          ...formerCoaches.map((person) => ({
            kind: 'appointmentHandedOver' as const,
            person,
            appointment: previousAppointment,
          })),
        ];
  return possibleMails
    .filter(({ person }) => person !== skipMailTo || knownBeforeWithdrawnMail.has(person))
    .map((mail) => ({ ...mail, knownBooking: knownTo(mail.person) }))
    .filter(({ kind, person, knownBooking }) => isActor(person) || !isUnnecessary(kind, knownBooking, after))
    .map((mail) => ({ ...mail, kind: chooseKind(mail.kind, { knownBooking: mail.knownBooking, isNew }) }));
}

/**
 * When the hold on the mails about a change by staff ends (reference 11.7): `holdSeconds` after `now`, the time of the
 * change. Null if the mails are sent immediately, because `holdSeconds` is 0 or because the appointment begins within
 * an hour, at its old or its new time.
 */
export function computeHoldEnd(
  { before, after }: Pick<BookingChange, 'before' | 'after'>,
  { now, holdSeconds }: { now: Date; holdSeconds: number },
): Date | null {
  const beginsWithinHour = ({ startsAt }: BookingSnapshot) =>
    startsAt > now && startsAt.getTime() - now.getTime() <= 3_600_000;
  if (holdSeconds === 0 || beginsWithinHour(after) || (before && beginsWithinHour(before))) return null;
  return new Date(now.getTime() + holdSeconds * 1_000);
}
