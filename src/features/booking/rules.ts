import { germanMoment, wallClock } from '../../shared/berlin.ts';
import { canCancel, type CoachingType, type Deadline, maxSelfBooked, statuses } from '../../shared/coaching.ts';
import { compareGerman } from '../../shared/german.ts';
import type { BookableAppointment } from './contract.ts';

/** Bookings on a page of the admin's overview, unless a client asks for more or fewer. */
export const overviewPageSize = 25;

/** The person for whom a free slot is held, and the instant at which the hold ends (reference 12.3). */
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

/** Facts about a participant, read under their lock; `quotaNumbers` are the ones their bookings hold. */
export interface Booker {
  id: number;
  active: boolean;
  hasEditableFile: boolean;
  quotaNumbers: number[];
  /** Whether another booked appointment of theirs overlaps the slot. */
  busy: boolean;
}

export type BookingRefusal =
  'notBookable' | 'slotTaken' | 'started' | 'inactive' | 'noEditableFile' | 'limitReached' | 'overlap';

/** Whether the participant has already booked this slot: booking it again succeeds without effect (reference 4.4). */
export function hasAlreadyBooked(slot: Slot, booker: Booker): boolean {
  return slot.status === statuses.booked && slot.participant === booker.id;
}

/**
 * Why a person cannot take a slot, by booking or by rescheduling: the first reason in reference 4.4; null if they can.
 * `person` is null for staff, for whom nothing is held.
 */
export function whyNotTakeSlot(
  slot: Slot,
  person: number | null,
  now: Date,
): 'notBookable' | 'slotTaken' | 'started' | null {
  if (slot.type === 'Speedcoaching') return 'notBookable';
  if (slot.status !== statuses.free || isHeldForAnother(slot.hold, person, now)) return 'slotTaken';
  return slot.startsAt <= now ? 'started' : null;
}

/** Why a slot cannot be booked: the first reason in reference 4.4; null if it can. */
export function whyNotBook(slot: Slot, booker: Booker, now: Date): BookingRefusal | null {
  const reason = whyNotTakeSlot(slot, booker.id, now);
  if (reason) return reason;
  if (!booker.active) return 'inactive';
  if (!booker.hasEditableFile) return 'noEditableFile';
  if (freeQuotaNumber(booker.quotaNumbers) === null) return 'limitReached';
  return booker.busy ? 'overlap' : null;
}

/** Whether a slot is held for another person (reference 12.3); `person` is null for staff, who never wait. */
export function isHeldForAnother(hold: Hold | null, person: number | null, now: Date): boolean {
  return hold !== null && hold.heldUntil > now && hold.holder !== person;
}

/** The lowest free quota number, 1 to 3 (reference 4.5); null if all are held. */
export function freeQuotaNumber(held: readonly number[]): number | null {
  for (let number = 1; number <= maxSelfBooked; number++) if (!held.includes(number)) return number;
  return null;
}

/** Facts about a participant's appointment, read under its lock. */
export interface OwnBooking extends Deadline {
  status: string;
  /** Whether the participant cancelled it themselves. */
  cancelledBySelf: boolean;
}

/**
 * Why the participant cannot cancel a booking (reference 4.8); 'done' if they have already cancelled it, null if they
 * can.
 */
export function whyNotCancel(booking: OwnBooking, now: Date): 'tooLate' | 'notBooked' | 'done' | null {
  if (booking.status === statuses.cancelled && booking.cancelledBySelf) return 'done';
  return whyNotCancelOrReschedule(booking, now);
}

/** Why a participant can neither cancel nor reschedule a booking of theirs (reference 4.8); null if they can. */
export function whyNotCancelOrReschedule(
  booking: Deadline & { status: string },
  now: Date,
): 'notBooked' | 'tooLate' | null {
  if (booking.status !== statuses.booked) return 'notBooked';
  return canCancel(booking, now) ? null : 'tooLate';
}

/**
 * The free slots to suggest when a slot has just been taken (reference 4.4): the next Einzelcoachings from its start
 * on, or the earliest ones if there are none.
 */
export function nextFreeSlots<T extends { type: string; date: string; start: string; id: number }>(
  free: readonly T[],
  taken: { id: number; date: string; start: string },
  count = 3,
): T[] {
  const einzelcoachings = free.filter((slot) => slot.type === 'Einzelcoaching' && slot.id !== taken.id);
  const key = (slot: { date: string; start: string }) => `${slot.date} ${slot.start}`;
  const later = einzelcoachings.filter((slot) => key(slot) >= key(taken));
  return (later.length > 0 ? later : einzelcoachings).slice(0, count);
}

/**
 * The note on a slot that is held for the person who sees it (reference 12.7): 'Für dich reserviert bis 14:30 Uhr',
 * with the date if that is not the Berlin day `today` (`yyyy-mm-dd`). `until` is an ISO instant.
 */
export function heldUntilText(until: string, today: string): string {
  const instant = new Date(until);
  const { date, time } = wallClock(instant);
  return `Für dich reserviert bis ${date === today ? `${time} Uhr` : germanMoment(instant)}`;
}

/** The coaching types shown in the list: both, or only one. */
export type TypeFilter = 'both' | 'einzel' | 'speed';

/** A refused booking: the slot, the sentence shown, and whether the slot is no longer free. */
export interface FailedBooking {
  slot: BookableAppointment;
  sentence: string;
  gone: boolean;
}

/** An entry of the list: a slot, or the message shown in place of one that is gone. */
export interface ListEntry {
  slot: BookableAppointment;
  failure: FailedBooking | undefined;
  /** Whether the slot can no longer be booked; the entry then shows why. */
  gone: boolean;
}

/**
 * The list as shown (reference 4.4): the slots of the chosen types, and the refused ones that are no longer among them,
 * in order of start.
 */
export function toListEntries(
  slots: readonly BookableAppointment[],
  failures: readonly FailedBooking[],
  typeFilter: TypeFilter,
): ListEntry[] {
  const goneIds = new Set(failures.filter((failure) => failure.gone).map((failure) => failure.slot.id));
  const remaining = slots.filter((slot) => !goneIds.has(slot.id));
  const notListed = failures.filter((failure) => !remaining.some((slot) => slot.id === failure.slot.id));
  const entries = remaining.map((slot) => ({
    slot,
    failure: failures.find((failure) => failure.slot.id === slot.id),
    gone: false,
  }));
  for (const failure of notListed) {
    const at = entries.findIndex(({ slot }) => compareSlots(slot, failure.slot) > 0);
    entries.splice(at < 0 ? entries.length : at, 0, { slot: failure.slot, failure, gone: true });
  }
  return entries.filter(
    ({ slot }) => typeFilter === 'both' || (slot.type === 'Einzelcoaching') === (typeFilter === 'einzel'),
  );
}

/** Compares two slots in the server's order: by start, then by the coach's name. */
function compareSlots(a: BookableAppointment, b: BookableAppointment): number {
  const start = (slot: BookableAppointment) => `${slot.date} ${slot.start}`;
  if (start(a) !== start(b)) return start(a) < start(b) ? -1 : 1;
  return compareGerman(a.coach, b.coach);
}

/** Groups consecutive entries by date, for the headings of the days (reference 4.3). */
export function groupByDay(entries: readonly ListEntry[]): { date: string; day: string; entries: ListEntry[] }[] {
  const days: { date: string; day: string; entries: ListEntry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.date === entry.slot.date) last.entries.push(entry);
    else days.push({ date: entry.slot.date, day: entry.slot.day, entries: [entry] });
  }
  return days;
}
