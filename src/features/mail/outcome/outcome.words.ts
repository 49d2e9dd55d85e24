import { statuses, type CancelKind } from '../../../shared/coaching.ts';
import type { MailKind } from '../kinds/words.ts';
import type { QueuedMail } from '../outbox.sql.ts';

/** The state of a booking as its people know it; a cancellation by its kind. */
export type BookingState = 'booked' | 'missed' | CancelKind;

/** A booking as it is, or as somebody knows it. */
export interface Standing {
  state: BookingState;
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/** What somebody knows of a booking; 'none' of one that they never had, or were never told of. */
export type Known = Standing | 'none';

/** The state of a row that has, or had, a participant. */
export function stateOf({ status, cancelKind }: { status: string; cancelKind: CancelKind | null }): BookingState {
  if (status === statuses.cancelled && cancelKind) return cancelKind;
  return status === statuses.missed ? 'missed' : 'booked';
}

/** A change of a booking, and the mails about it if everybody knew how it stood before. */
export interface Change {
  /** Null if nobody had it. */
  before: Standing | null;
  after: Standing;
  participant: number;
  /** The row that a move has left; null for all other changes. */
  left: number | null;
  mails: readonly (QueuedMail & { appointment: number })[];
  /** Who has done it and is told in any case: its participant; null where staff did it. */
  doer: number | null;
  /** The coach who has done it and need not be told; yet of what an earlier mail, withdrawn now, was to tell. */
  knowing?: number | null;
}

/** A mail about the outcome of one or several changes, with what its person knew before. */
export interface OutcomeMail extends QueuedMail {
  appointment: number;
  known: Known;
}

/** What some kinds of mail say of the appointment; all others say that it is booked. */
const announced: Partial<Record<MailKind, BookingState>> = {
  appointmentCancelled: 'byParticipant',
  appointmentCancelledByUs: 'byAdmin',
  appointmentGoodwill: 'goodwill',
  appointmentCalledOff: 'goodwill',
  appointmentHandedOver: 'rescheduled',
  appointmentMissed: 'missed',
};

/** The states in which an appointment does not take place. */
const isOff = (state: BookingState) => state !== 'booked' && state !== 'missed';

/** Whether two standings are at the same time and with the same coach. */
const isSamePlace = (a: Standing, b: Standing) =>
  a.coach === b.coach && +a.startsAt === +b.startsAt && +a.endsAt === +b.endsAt;

/** Whether a kind of mail tells somebody nothing new, or that something ends of which they never heard. */
function isKnown(kind: MailKind, known: Known, after: Standing): boolean {
  const state = announced[kind] ?? 'booked';
  if (known === 'none') return isOff(state);
  if (state === 'booked') return known.state === 'booked' && isSamePlace(known, after);
  // Who believes that it is off for another reason need not hear that it is with another coach, or that it is off.
  return state === 'rescheduled' || state === 'byParticipant' ? isOff(known.state) : known.state === state;
}

/** The kind for somebody who knows this: what was booked anew is no move for them, nor is a move a return. */
function kindFor(kind: MailKind, { known, isNew }: { known: Known; isNew: boolean }): MailKind {
  if (kind !== 'appointmentMovedByStaff' && kind !== 'appointmentSetBack') return kind;
  if (isNew) return 'appointmentBooked';
  if (known === 'none') return kind;
  return known.state === 'booked' ? 'appointmentMovedByStaff' : 'appointmentSetBack';
}

/**
 * The mails that tell each person the outcome (reference 11.7). `waiting` says, of those for whom a mail about an
 * earlier change was withdrawn before it left, what they knew before that; all others know how the booking stood before
 * this change.
 */
export function outcomeMails(change: Change, waiting: ReadonlyMap<number, Known>): OutcomeMail[] {
  const { before, after, participant, left, mails, doer, knowing = null } = change;
  const knownTo = (person: number): Known => {
    if (person === doer) return before ?? 'none';
    return waiting.get(person) ?? (before && (person === participant || person === before.coach) ? before : 'none');
  };
  const isNew = knownTo(participant) === 'none';
  const addressed = new Set(mails.map(({ person }) => person));
  // Coaches who had it before an earlier move and have not heard that it is gone.
  const former = [...waiting.keys()].filter((person) => person !== participant && !addressed.has(person));
  const told =
    left === null
      ? mails
      : [...mails, ...former.map((person) => ({ kind: 'appointmentHandedOver' as const, person, appointment: left }))];
  return told
    .filter(({ person }) => person !== knowing || waiting.has(person))
    .map((mail) => ({ ...mail, known: knownTo(mail.person) }))
    .filter(({ kind, person, known }) => person === doer || !isKnown(kind, known, after))
    .map((mail) => ({ ...mail, kind: kindFor(mail.kind, { known: mail.known, isNew }) }));
}

/**
 * Until when the mails about a change that staff make now wait (reference 11.7); null for those that leave at once,
 * because one of the appointments begins within the hour, or nothing waits.
 */
export function waitUntil(
  { before, after }: Pick<Change, 'before' | 'after'>,
  { now, seconds }: { now: Date; seconds: number },
): Date | null {
  const isNear = ({ startsAt }: Standing) => startsAt > now && startsAt.getTime() - now.getTime() <= 3_600_000;
  if (seconds === 0 || isNear(after) || (before && isNear(before))) return null;
  return new Date(now.getTime() + seconds * 1_000);
}
