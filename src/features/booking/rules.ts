import { addDays, germanDay, germanMoment, wallClock } from '../../shared/berlin.ts';
import { canCancel, type CoachingType, type DeadlineFacts, maxSelfBooked, statuses } from '../../shared/coaching.ts';
import { compareGerman, formatCount } from '../../shared/german.ts';
import type { BookableAppointment } from './contract.ts';

/** The number of bookings on a page of the admins' overview, unless a client requests a different number. */
export const overviewPageSize = 25;

/** The person for whom a free slot is held, and the instant at which the hold ends (reference 12.3). */
export interface Hold {
  holder: number;
  heldUntil: Date;
}

/** Facts about a slot, read while the slot is locked. */
export interface Slot {
  type: CoachingType;
  status: string;
  participant: number | null;
  startsAt: Date;
  hold: Hold | null;
}

/** Facts about a participant, read while the participant is locked. */
export interface Booker {
  id: number;
  active: boolean;
  hasEditableFile: boolean;
  /** The quota numbers that the participant's bookings use (reference 4.5). */
  quotaNumbers: number[];
  /** Whether another booked appointment of the participant overlaps the slot. */
  busy: boolean;
}

export type BookingRefusal =
  'notBookable' | 'slotTaken' | 'started' | 'inactive' | 'noEditableFile' | 'limitReached' | 'overlap';

/**
 * Whether the participant has already booked this slot. Booking it again then succeeds, and changes at most the note
 * (reference 4.4).
 */
export function hasAlreadyBooked(slot: Slot, booker: Booker): boolean {
  return slot.status === statuses.booked && slot.participant === booker.id;
}

/**
 * Returns the first reason (in the order of reference 4.4) why a slot cannot be taken for a new or rescheduled booking,
 * or null if it can. `person` is the participant who takes the slot, or null for staff, for whom no slot is ever held.
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

/**
 * Returns the first reason (in the order of reference 4.4) why a participant cannot book a slot, or null if they can.
 */
export function whyNotBook(slot: Slot, booker: Booker, now: Date): BookingRefusal | null {
  const reason = whyNotTakeSlot(slot, booker.id, now);
  if (reason) return reason;
  const { active, hasEditableFile, quotaNumbers } = booker;
  return (
    whyNotBookAny({ active, hasEditableFile, selfBooked: quotaNumbers.length }) ?? (booker.busy ? 'overlap' : null)
  );
}

/**
 * Returns the first reason (in the order of reference 4.4) why a participant can book no slot at all, or null if there
 * is none. `selfBooked` is the number of booked Einzelcoachings that count toward the limit (reference 4.5).
 */
export function whyNotBookAny({
  active,
  hasEditableFile,
  selfBooked,
}: {
  active: boolean;
  hasEditableFile: boolean;
  selfBooked: number;
}): 'inactive' | 'noEditableFile' | 'limitReached' | null {
  if (!active) return 'inactive';
  if (!hasEditableFile) return 'noEditableFile';
  return selfBooked >= maxSelfBooked ? 'limitReached' : null;
}

/** Whether a slot is held for another person (reference 12.3); `person` is null for staff. */
export function isHeldForAnother(hold: Hold | null, person: number | null, now: Date): boolean {
  return hold !== null && hold.heldUntil > now && hold.holder !== person;
}

/** Returns the lowest unused quota number, 1 to 3 (reference 4.5), or null if all are used. */
export function findFreeQuotaNumber(usedNumbers: readonly number[]): number | null {
  for (let number = 1; number <= maxSelfBooked; number++) if (!usedNumbers.includes(number)) return number;
  return null;
}

/** Facts about a participant's appointment, read while the appointment is locked. */
export interface OwnBooking extends DeadlineFacts {
  status: string;
  /** Whether the participant cancelled it themselves. */
  cancelledBySelf: boolean;
}

/**
 * Returns why the participant cannot cancel a booking (reference 4.8), 'done' if they have already cancelled it, or
 * null if they can.
 */
export function whyNotCancel(booking: OwnBooking, now: Date): 'tooLate' | 'notBooked' | 'done' | null {
  if (booking.status === statuses.cancelled && booking.cancelledBySelf) return 'done';
  return whyNotCancelOrReschedule(booking, now);
}

/** Returns why the participant can neither cancel nor reschedule a booking (reference 4.8), or null if they can. */
export function whyNotCancelOrReschedule(
  booking: DeadlineFacts & { status: string },
  now: Date,
): 'notBooked' | 'tooLate' | null {
  if (booking.status !== statuses.booked) return 'notBooked';
  return canCancel(booking, now) ? null : 'tooLate';
}

/**
 * Returns up to `count` free Einzelcoachings to suggest when somebody else has just taken `takenSlot` (reference 4.4):
 * the next ones from its start on or, if there are none, the earliest ones.
 */
export function findNextFreeSlots<T extends { type: string; date: string; start: string; id: number }>(
  freeSlots: readonly T[],
  takenSlot: { id: number; date: string; start: string },
  count = 3,
): T[] {
  const einzelcoachings = freeSlots.filter((slot) => slot.type === 'Einzelcoaching' && slot.id !== takenSlot.id);
  const startOf = (slot: { date: string; start: string }) => `${slot.date} ${slot.start}`;
  const later = einzelcoachings.filter((slot) => startOf(slot) >= startOf(takenSlot));
  return (later.length > 0 ? later : einzelcoachings).slice(0, count);
}

/**
 * Returns the text on a slot that is held for the current user (reference 12.7): 'Für dich reserviert bis 14:30 Uhr',
 * with the date if the hold does not end on the Berlin day `today` (`yyyy-mm-dd`). `until` is an ISO instant.
 */
export function formatHeldUntil(until: string, today: string): string {
  const instant = new Date(until);
  const { date, time } = wallClock(instant);
  return `Für dich reserviert bis ${date === today ? `${time} Uhr` : germanMoment(instant)}`;
}

/** The filter for the coaching types in the list of bookable appointments. */
export type TypeFilter = 'both' | 'einzel' | 'speed';

/** A failed attempt to book a slot. */
export interface FailedBooking {
  slot: BookableAppointment;
  /** The German message that says why. */
  message: string;
  /** Whether the slot can no longer be booked by anyone. */
  isSlotGone: boolean;
}

/** An entry of the list of bookable appointments: a slot, or the message that replaces a slot that is gone. */
export interface ListEntry {
  slot: BookableAppointment;
  failure: FailedBooking | undefined;
  /** Whether the slot can no longer be booked by anyone; the entry then shows only the message. */
  isSlotGone: boolean;
}

/**
 * Returns the entries of the list in order of start (reference 4.4): the slots of the chosen types, and the slots of
 * failed bookings that `slots` no longer contains.
 */
export function toListEntries(
  slots: readonly BookableAppointment[],
  failures: readonly FailedBooking[],
  typeFilter: TypeFilter,
): ListEntry[] {
  const goneIds = new Set(failures.filter((failure) => failure.isSlotGone).map((failure) => failure.slot.id));
  const remaining = slots.filter((slot) => !goneIds.has(slot.id));
  const unlistedFailures = failures.filter((failure) => !remaining.some((slot) => slot.id === failure.slot.id));
  const entries = remaining.map((slot) => ({
    slot,
    failure: failures.find((failure) => failure.slot.id === slot.id),
    isSlotGone: false,
  }));
  for (const failure of unlistedFailures) {
    const index = entries.findIndex(({ slot }) => compareSlots(slot, failure.slot) > 0);
    entries.splice(index < 0 ? entries.length : index, 0, { slot: failure.slot, failure, isSlotGone: true });
  }
  const chosenType = typeFilter === 'einzel' ? 'Einzelcoaching' : 'Speedcoaching';
  return entries.filter(({ slot }) => typeFilter === 'both' || slot.type === chosenType);
}

/**
 * Compares two slots for the order in which the server sends them: by start, then by the coach's name in German order.
 */
function compareSlots(a: BookableAppointment, b: BookableAppointment): number {
  const startOf = (slot: BookableAppointment) => `${slot.date} ${slot.start}`;
  if (startOf(a) !== startOf(b)) return startOf(a) < startOf(b) ? -1 : 1;
  return compareGerman(a.coach, b.coach);
}

/** Groups the entries by day, for the headings of the list (reference 4.3); the entries must be in order of start. */
export function groupByDay(entries: readonly ListEntry[]): { date: string; day: string; entries: ListEntry[] }[] {
  const days: { date: string; day: string; entries: ListEntry[] }[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.date === entry.slot.date) last.entries.push(entry);
    else days.push({ date: entry.slot.date, day: entry.slot.day, entries: [entry] });
  }
  return days;
}

/**
 * Splits the entries for the view of times (reference 4.25). `lateEntries` are the free Einzelcoachings that could not
 * be cancelled once booked; they are folded away above the other entries. A slot that is held for the user and the
 * message of a failed booking are never folded. If there are no other entries, nothing is folded, unless `hasMore`:
 * then the others may come with the next page.
 */
export function splitOffLateEntries(
  entries: readonly ListEntry[],
  hasMore: boolean,
): { lateEntries: readonly ListEntry[]; otherEntries: readonly ListEntry[] } {
  const isLate = ({ slot, failure }: ListEntry) => slot.stornoPossible === false && !failure && !slot.heldUntil;
  const otherEntries = entries.filter((entry) => !isLate(entry));
  if (otherEntries.length === 0 && !hasMore) return { lateEntries: [], otherEntries: entries };
  return { lateEntries: entries.filter(isLate), otherEntries };
}

/**
 * Returns the text on the fold of late entries (reference 4.25): 'Heute und morgen: 6 Termine, nicht mehr stornierbar'.
 * `today` is the Berlin day `yyyy-mm-dd`.
 */
export function formatLateEntries(lateEntries: readonly ListEntry[], today: string): string {
  const days = new Intl.ListFormat('de').format(groupByDay(lateEntries).map(({ date }) => dayLabel(date, today)));
  const count = formatCount(lateEntries.length, 'Termin', 'Termine');
  return `${days.charAt(0).toUpperCase()}${days.slice(1)}: ${count}, nicht mehr stornierbar`;
}

/** Returns the short name of a day: 'heute', 'morgen' or 'Mo, 30.11.' Both days are `yyyy-mm-dd`. */
export function dayLabel(date: string, today: string): string {
  if (date === today) return 'heute';
  if (date === addDays(today, 1)) return 'morgen';
  return germanDay(date).slice(0, 10);
}

/** Groups the entries of one day by coach, in German order of the coaches' names (reference 4.25). */
export function groupByCoach(entries: readonly ListEntry[]): { coachId: number; entries: ListEntry[] }[] {
  const coaches = new Map<number, ListEntry[]>();
  for (const entry of entries) coaches.set(entry.slot.coachId, [...(coaches.get(entry.slot.coachId) ?? []), entry]);
  return [...coaches]
    .map(([coachId, entriesOfCoach]) => ({ coachId, entries: entriesOfCoach }))
    .sort((a, b) => compareGerman(a.entries[0]?.slot.coach ?? '', b.entries[0]?.slot.coach ?? ''));
}
