/** Self-booked Einzelcoachings in G or V that a participant may hold (spec participant §9). */
export const maxSelfBooked = 3;

/** Hours before the start until which a booking can be cancelled (spec participant §9). */
export const cancellableHours = 48;

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
