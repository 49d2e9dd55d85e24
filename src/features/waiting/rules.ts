import { addDays, instantOf, isTime, wallClock } from '../../shared/berlin.ts';
import { toFieldErrors, type FieldError } from '../../shared/call.ts';
import { rangeProblem, rangeMessages } from '../../shared/date-range.ts';

/** The maximum number of open entries that a person may have on the waiting list (reference 12.1). */
export const maxEntries = 3;

/** The maximum number of days that an entry may span, including the first and the last (reference 12.1). */
export const maxDays = 92;

/** The maximum number of people to whom a slot is offered in turn before everyone can book it (reference 12.2). */
export const maxOffersPerSlot = 3;

/** The maximum number of slots that one transaction offers; everyone can book the rest immediately (reference 12.2). */
export const maxOffersPerTransaction = 100;

/** For how many hours before its start a slot is not held for anyone (reference 12.3). */
export const noHoldHours = 12;

/** The hours of the day, Berlin wall clock, that count towards a hold. No clock change affects them. */
const countedHours = { from: '07:00', till: '21:00' };

/**
 * Returns when a hold ends (reference 12.3). The slot is offered at `now` and starts at `startsAt`. The hold lasts
 * `hours`, not counting the time from 21:00 to 07:00 in Berlin, but ends at least twelve elapsed hours before the
 * start. Returns null if that is no longer possible: then the slot is not held.
 */
export function findHoldEnd(now: Date, startsAt: Date, hours: number): Date | null {
  const latestEnd = new Date(startsAt.getTime() - noHoldHours * 3_600_000);
  const usualEnd = countedTimeAfter(now, hours * 3_600_000);
  const end = usualEnd < latestEnd ? usualEnd : latestEnd;
  return end > now ? end : null;
}

/** Returns the instant by which `milliseconds` have passed since `now`, not counting the nights. */
function countedTimeAfter(now: Date, milliseconds: number): Date {
  let remaining = milliseconds;
  for (let { date } = wallClock(now); ; date = addDays(date, 1)) {
    const from = Math.max(now.getTime(), timeAt(date, countedHours.from));
    const length = timeAt(date, countedHours.till) - from;
    if (remaining <= length) return new Date(from + remaining);
    remaining -= Math.max(length, 0);
  }
}

/** The instant of a Berlin date and time, in milliseconds. */
function timeAt(date: string, time: string): number {
  const instant = instantOf(date, time);
  if (!instant) throw new Error(`no ${time} on ${date}`);
  return instant.getTime();
}

/** A slot that has become free; `start` is an instant in milliseconds. */
export interface FreedSlot {
  id: number;
  start: number;
}

/**
 * An entry that may get an offer, and the slots that fit it, in the order in which slots are assigned. `entry` and
 * `person` are ids.
 */
export interface Candidate {
  entry: number;
  person: number;
  slots: readonly FreedSlot[];
}

/** A slot that is offered to an entry. */
export interface SlotAssignment {
  entry: number;
  person: number;
  slot: FreedSlot;
}

/**
 * Decides to which entry each slot is offered (reference 12.2). In order of start, each slot goes to the first fitting
 * entry whose person has no offer yet; `limit` is the maximum number of slots in total. `candidates` must be in the
 * order in which the entries were created.
 */
export function assignSlots(candidates: readonly Candidate[], limit: number): SlotAssignment[] {
  const candidatesBySlot = new Map<number, { slot: FreedSlot; fitting: Candidate[] }>();
  for (const candidate of candidates)
    for (const slot of candidate.slots) {
      const existing = candidatesBySlot.get(slot.id);
      if (existing) existing.fitting.push(candidate);
      else candidatesBySlot.set(slot.id, { slot, fitting: [candidate] });
    }
  const assignments: SlotAssignment[] = [];
  const peopleWithOffer = new Set<number>();
  for (const { slot, fitting } of [...candidatesBySlot.values()].sort(byStart)) {
    const first = fitting.find(({ person }) => !peopleWithOffer.has(person));
    if (!first) continue;
    if (assignments.length === limit) break;
    peopleWithOffer.add(first.person);
    assignments.push({ entry: first.entry, person: first.person, slot });
  }
  return assignments;
}

const byStart = (a: { slot: FreedSlot }, b: { slot: FreedSlot }) =>
  a.slot.start - b.slot.start || a.slot.id - b.slot.id;

/** The days and times in the form for joining: dates `yyyy-mm-dd`, times `HH:mm`, '' if any time is fine. */
export interface WaitingForm {
  fromDate: string;
  tillDate: string;
  fromTime: string;
  tillTime: string;
}

/** Returns all errors of the form for joining (reference 12.1). */
export function waitingErrors({ fromDate, tillDate, fromTime, tillTime }: WaitingForm): FieldError[] {
  const isDateOrderWrong = rangeProblem(fromDate, tillDate) === 'invalidRange';
  const isTimeOrderWrong = timeError(fromTime) === null && tillTime && tillTime <= fromTime;
  return toFieldErrors({
    tillDate: isDateOrderWrong ? rangeMessages.invalidRange : null,
    fromTime: timeError(fromTime),
    tillTime: timeError(tillTime) ?? (isTimeOrderWrong ? 'Das Ende muss nach dem Beginn liegen' : null),
  });
}

function timeError(time: string): string | null {
  return time === '' || isTime(time) ? null : 'Bitte gib eine Uhrzeit wie 09:30 an.';
}

/** The facts that decide whether a person may join the waiting list, read while the person's row is locked. */
export interface Joiner {
  isActive: boolean;
  /** Whether the coach of the new entry is active; true if the entry is for any coach. */
  isCoachActive: boolean;
  hasEditableFile: boolean;
  /** The number of the person's bookings that count towards the quota. */
  quotaUsed: number;
  openEntryCount: number;
}

export type JoinRefusal = 'inPast' | 'inactive' | 'noEditableFile' | 'limitReached' | 'tooMany';

/**
 * Returns why a person cannot join the waiting list: the first reason that applies, in the order of reference 12.1, or
 * null. `today` is the Berlin day. The quota does not apply to a person who wants to reschedule a booking.
 */
export function joinRefusal(
  { isActive, isCoachActive, hasEditableFile, quotaUsed, openEntryCount }: Joiner,
  { tillDate, bookingToReschedule }: { tillDate: string; bookingToReschedule: number | null },
  { today, quota }: { today: string; quota: number },
): JoinRefusal | null {
  if (tillDate < today) return 'inPast';
  if (!isActive || !isCoachActive) return 'inactive';
  if (!hasEditableFile) return 'noEditableFile';
  if (bookingToReschedule === null && quotaUsed >= quota) return 'limitReached';
  return openEntryCount >= maxEntries ? 'tooMany' : null;
}

/** The number of entries on a page of the admins' list (reference 12.6). */
export const entriesPerPage = 50;
