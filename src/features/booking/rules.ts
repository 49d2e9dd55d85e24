import { germanMoment, wallClock } from '../../shared/berlin.ts';
import { canCancel, type CoachingType, type Deadline, maxSelfBooked, statuses } from '../../shared/coaching.ts';
import { inGermanOrder } from '../../shared/german.ts';
import type { BookableAppointment } from './contract.ts';

/** Bookings on a page of the admin's overview, unless a client asks for more or fewer. */
export const overviewPageSize = 25;

/** For whom a free slot is held, and until when; past that moment it is held for nobody (reference 12.3). */
export interface Hold {
  holder: number;
  heldUntil: Date;
}

/** Facts of a slot, read under its lock. */
export interface Slot {
  type: CoachingType;
  status: string;
  participant: number | null;
  startsAt: Date;
  hold: Hold | null;
}

/** Facts about a participant, read under their lock; `quotaNumbers` are those of their bookings. */
export interface Booker {
  id: number;
  active: boolean;
  hasEditableFile: boolean;
  quotaNumbers: number[];
  /** Another booked appointment of theirs overlaps the slot. */
  busy: boolean;
}

export type NotBookable =
  'notBookable' | 'slotTaken' | 'started' | 'inactive' | 'noEditableFile' | 'limitReached' | 'overlap';

/** Whether the participant has this slot already: booking it again succeeds without effect (reference 4.4). */
export function alreadyBooked(slot: Slot, booker: Booker): boolean {
  return slot.status === statuses.booked && slot.participant === booker.id;
}

/**
 * Why a person cannot take a slot, by a booking or by a reschedule: the first reason of reference 4.4; null if they
 * can. `person` null is staff, for whom nothing is held.
 */
export function whyNotTake(
  slot: Slot,
  person: number | null,
  now: Date,
): 'notBookable' | 'slotTaken' | 'started' | null {
  if (slot.type === 'Speedcoaching') return 'notBookable';
  if (slot.status !== statuses.free || isHeldForOther(slot.hold, person, now)) return 'slotTaken';
  return slot.startsAt <= now ? 'started' : null;
}

/** Why a slot cannot be booked, the first reason that applies in the order of reference 4.4; null if it can. */
export function whyNotBook(slot: Slot, booker: Booker, now: Date): NotBookable | null {
  const reason = whyNotTake(slot, booker.id, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (!booker.hasEditableFile) return 'noEditableFile';
  if (freeQuotaNumber(booker.quotaNumbers) === null) return 'limitReached';
  return booker.busy ? 'overlap' : null;
}

/** Whether a slot is held for somebody else (reference 12.3); `person` null is nobody who waits, such as staff. */
export function isHeldForOther(hold: Hold | null, person: number | null, now: Date): boolean {
  return hold !== null && hold.heldUntil > now && hold.holder !== person;
}

/** The lowest quota number 1–3 that is free (reference 4.5), null when all are held. */
export function freeQuotaNumber(held: readonly number[]): number | null {
  for (let number = 1; number <= maxSelfBooked; number++) if (!held.includes(number)) return number;
  return null;
}

/** Facts about a participant's appointment, read under its lock. */
export interface OwnBooking extends Deadline {
  status: string;
  /** The participant cancelled it in person. */
  cancelledBySelf: boolean;
}

/**
 * The outcome of a cancellation by the participant (reference 4.8): the refusal, 'done' if it was cancelled already, or
 * null to continue.
 */
export function whyNotCancel(booking: OwnBooking, now: Date): 'tooLate' | 'notBooked' | 'done' | null {
  if (booking.status === statuses.cancelled && booking.cancelledBySelf) return 'done';
  return whyNotLeave(booking, now);
}

/** Why a participant can neither cancel nor reschedule a booking of theirs (reference 4.8); null if they can. */
export function whyNotLeave(booking: Deadline & { status: string }, now: Date): 'notBooked' | 'tooLate' | null {
  if (booking.status !== statuses.booked) return 'notBooked';
  return canCancel(booking, now) ? null : 'tooLate';
}

/**
 * The next free slots to offer when a slot has just been taken (reference 4.4): Einzelcoachings from its start on, else
 * the earliest ones.
 */
export function nextFree<T extends { type: string; date: string; start: string; id: number }>(
  free: readonly T[],
  taken: { id: number; date: string; start: string },
  howMany = 3,
): T[] {
  const einzel = free.filter((slot) => slot.type === 'Einzelcoaching' && slot.id !== taken.id);
  const key = (slot: { date: string; start: string }) => `${slot.date} ${slot.start}`;
  const later = einzel.filter((slot) => key(slot) >= key(taken));
  return (later.length > 0 ? later : einzel).slice(0, howMany);
}

/**
 * What a slot says that is held for the person who sees it (reference 12.7): 'Für dich reserviert bis 14:30 Uhr' on the
 * Berlin day `today` (`yyyy-mm-dd`), with the day on any other. `until` is an ISO instant.
 */
export function heldUntilWords(until: string, today: string): string {
  const instant = new Date(until);
  const { date, time } = wallClock(instant);
  return `Für dich reserviert bis ${date === today ? `${time} Uhr` : germanMoment(instant)}`;
}

/** Which types are shown: both, or one of them. */
export type Choice = 'both' | 'einzel' | 'speed';

/** A refused booking: the slot, the sentence, and whether the slot is no longer free. */
export interface Failure {
  slot: BookableAppointment;
  sentence: string;
  gone: boolean;
}

/** An entry of the list: a slot, or the message in place of one that has left it. */
export interface Entry {
  slot: BookableAppointment;
  failure: Failure | undefined;
  /** The slot can no longer be booked; its place in the list says why. */
  gone: boolean;
}

/**
 * The list as shown (reference 4.4): slots of the chosen types, and refused ones that left it, in order of start.
 */
export function entriesOf(
  slots: readonly BookableAppointment[],
  failures: readonly Failure[],
  choice: Choice,
): Entry[] {
  const left = new Set(failures.filter((failure) => failure.gone).map((failure) => failure.slot.id));
  const here = slots.filter((slot) => !left.has(slot.id));
  const missing = failures.filter((failure) => !here.some((slot) => slot.id === failure.slot.id));
  const entries = here.map((slot) => ({
    slot,
    failure: failures.find((failure) => failure.slot.id === slot.id),
    gone: false,
  }));
  for (const failure of missing) {
    const at = entries.findIndex(({ slot }) => inOrder(slot, failure.slot) > 0);
    entries.splice(at < 0 ? entries.length : at, 0, { slot: failure.slot, failure, gone: true });
  }
  return entries.filter(({ slot }) => choice === 'both' || (slot.type === 'Einzelcoaching') === (choice === 'einzel'));
}

/** The server's order: start, then coach as shown. */
function inOrder(a: BookableAppointment, b: BookableAppointment): number {
  const start = (slot: BookableAppointment) => `${slot.date} ${slot.start}`;
  if (start(a) !== start(b)) return start(a) < start(b) ? -1 : 1;
  return inGermanOrder(a.coach, b.coach);
}

/** Consecutive entries of the same date (reference 4.3), for the headings of the days. */
export function byDay(entries: readonly Entry[]): { date: string; day: string; entries: Entry[] }[] {
  const days: { date: string; day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.date === entry.slot.date) last.entries.push(entry);
    else days.push({ date: entry.slot.date, day: entry.slot.day, entries: [entry] });
  }
  return days;
}
