import { inGermanOrder } from '../shared/german.ts';
import type { BookableAppointment } from './contract.ts';

/** Self-booked Einzelcoachings in G or V that a participant may hold (spec participant §9). */
export const maxSelfBooked = 3;

/** Hours before the start until which a booking can be cancelled (spec participant §9). */
export const cancellableHours = 48;

/** Bookings on a page of the admin's overview, unless a client asks for more or fewer. */
export const overviewPageSize = 25;

/** Facts of a slot, read under its lock. */
export interface Slot {
  type: 'Einzelcoaching' | 'Speedcoaching';
  status: string;
  participant: number | null;
  startsAt: Date;
}

/** Facts of a participant, read under their lock; `quotaNumbers` are those that bookings of theirs hold. */
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

/** Whether the participant holds this slot already: booking it again succeeds without effect (contract §6). */
export function alreadyBooked(slot: Slot, booker: Booker): boolean {
  return slot.status === 'G' && slot.participant === booker.id;
}

/** Why a slot cannot be booked, the first reason that applies in the order of contract §6; null when it can. */
export function whyNotBook(slot: Slot, booker: Booker, now: Date): NotBookable | null {
  if (slot.type === 'Speedcoaching') return 'notBookable';
  if (slot.status !== 'F') return 'slotTaken';
  if (slot.startsAt <= now) return 'started';
  if (!booker.active) return 'inactive';
  if (!booker.hasEditableFile) return 'noEditableFile';
  if (freeQuotaNumber(booker.quotaNumbers) === null) return 'limitReached';
  return booker.busy ? 'overlap' : null;
}

/** The lowest quota number 1–3 that is free, null when all are held. */
export function freeQuotaNumber(held: readonly number[]): number | null {
  for (let number = 1; number <= maxSelfBooked; number++) if (!held.includes(number)) return number;
  return null;
}

/** The last instant at which a booking can be cancelled: 48 real hours before its start, across clock changes too. */
export function cancellableUntil(startsAt: Date): Date {
  return new Date(startsAt.getTime() - cancellableHours * 3_600_000);
}

/** Whether a booked appointment can still be cancelled; guards the cancel and computes `stornoPossible`. */
export function canCancel(startsAt: Date, now: Date): boolean {
  return now <= cancellableUntil(startsAt);
}

/** Facts of one's own appointment, read under its lock. */
export interface OwnBooking {
  status: string;
  startsAt: Date;
  /** The participant cancelled it in person. */
  cancelledBySelf: boolean;
}

/** What a cancel by the participant does: the refusal, 'done' where it was cancelled already, or null to go on. */
export function whyNotCancel(booking: OwnBooking, now: Date): 'tooLate' | 'notBooked' | 'done' | null {
  if (booking.status === 'K' && booking.cancelledBySelf) return 'done';
  if (booking.status !== 'G') return 'notBooked';
  return canCancel(booking.startsAt, now) ? null : 'tooLate';
}

/** The next free ones to offer when a slot was just taken: Einzelcoachings from its start on, else the earliest ones. */
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

/** Which types are on: both, or one of them. */
export type Choice = 'both' | 'einzel' | 'speed';

/** A booking that was refused: the slot, the sentence, and whether the slot is free no longer. */
export interface Failure {
  slot: BookableAppointment;
  sentence: string;
  gone: boolean;
}

/** A place in the list: a slot, or what is to be said where one has left it. */
export interface Entry {
  slot: BookableAppointment;
  failure: Failure | undefined;
  /** The slot is bookable no longer; its place tells why. */
  gone: boolean;
}

/** The list as it is shown: slots of the types chosen, and refused ones that left it, in order of start. */
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

/** Entries in a row that share a date, for the headings of the days. */
export function byDay(entries: readonly Entry[]): { date: string; day: string; entries: Entry[] }[] {
  const days: { date: string; day: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.date === entry.slot.date) last.entries.push(entry);
    else days.push({ date: entry.slot.date, day: entry.slot.day, entries: [entry] });
  }
  return days;
}
