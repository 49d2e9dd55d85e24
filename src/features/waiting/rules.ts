import { addDays, instantOf, isTime, wallClock } from '../../shared/berlin.ts';
import { problems, type FieldError } from '../../shared/call.ts';
import { rangeProblem, rangeSentences } from '../../shared/date-range.ts';

/** The most open entries that a person may have on the waiting list (reference 12.1). */
export const mostEntries = 3;

/** The most days that an entry may span, both ends included (reference 12.1). */
export const mostDays = 92;

/** How many people are offered a slot, one after the other, before everybody can book it (reference 12.2). */
export const mostAsked = 3;

/** The most slots that one transaction offers; everybody can book the rest at once (reference 12.2). */
export const mostOffers = 100;

/** From this many hours before its start on, a slot is held for nobody (reference 12.3). */
export const lastHours = 12;

/** The part of the day, Berlin wall clock, that counts towards a hold. No clock change touches its ends. */
const countedHours = { from: '07:00', till: '21:00' };

/**
 * Until when a slot that starts at `startsAt` is held for the person who is offered it now (reference 12.3): for
 * `hours`, not counting the time from 21:00 to 07:00 in Berlin, and at the latest until twelve real hours before its
 * start. Null if that moment has passed: then the slot is not held.
 */
export function heldUntil(now: Date, startsAt: Date, hours: number): Date | null {
  const latest = new Date(startsAt.getTime() - lastHours * 3_600_000);
  const until = countedTimeAfter(now, hours * 3_600_000);
  const end = until < latest ? until : latest;
  return end > now ? end : null;
}

/** The instant at which this many milliseconds have passed, not counting the nights. */
function countedTimeAfter(now: Date, milliseconds: number): Date {
  let left = milliseconds;
  for (let { date } = wallClock(now); ; date = addDays(date, 1)) {
    const from = Math.max(now.getTime(), at(date, countedHours.from));
    const length = at(date, countedHours.till) - from;
    if (left <= length) return new Date(from + left);
    left -= Math.max(length, 0);
  }
}

function at(date: string, time: string): number {
  const instant = instantOf(date, time);
  if (!instant) throw new Error(`no ${time} on ${date}`);
  return instant.getTime();
}

/** A slot that has become free; its start is an instant in milliseconds. */
export interface FreedSlot {
  id: number;
  start: number;
}

/** An entry that may get an offer, and the slots that fit it, in the order in which they are offered. */
export interface Candidate {
  entry: number;
  person: number;
  slots: readonly FreedSlot[];
}

/** A slot that is offered to an entry. */
export interface Pick {
  entry: number;
  person: number;
  slot: FreedSlot;
}

/**
 * Who is offered which slot (reference 12.2): the slots are taken in order of start, and each goes to the first fitting
 * entry whose person has no offer yet; at most `most` in all. `candidates` come in the order in which they joined.
 */
export function assign(candidates: readonly Candidate[], most: number): Pick[] {
  const waitingFor = new Map<number, { slot: FreedSlot; entries: Candidate[] }>();
  for (const candidate of candidates)
    for (const slot of candidate.slots) {
      const known = waitingFor.get(slot.id);
      if (known) known.entries.push(candidate);
      else waitingFor.set(slot.id, { slot, entries: [candidate] });
    }
  const picks: Pick[] = [];
  const asked = new Set<number>();
  for (const { slot, entries } of [...waitingFor.values()].sort(inOrder)) {
    const first = entries.find(({ person }) => !asked.has(person));
    if (!first) continue;
    if (picks.length === most) break;
    asked.add(first.person);
    picks.push({ entry: first.entry, person: first.person, slot });
  }
  return picks;
}

const inOrder = (a: { slot: FreedSlot }, b: { slot: FreedSlot }) =>
  a.slot.start - b.slot.start || a.slot.id - b.slot.id;

/** The days and times in the form for joining: dates `yyyy-mm-dd`, times `HH:mm`, '' for a time that is left open. */
export interface WaitingForm {
  fromDate: string;
  tillDate: string;
  fromTime: string;
  tillTime: string;
}

/** All errors of the form for joining (reference 12.1). */
export function waitingErrors({ fromDate, tillDate, fromTime, tillTime }: WaitingForm): FieldError[] {
  const wrongOrder = rangeProblem(fromDate, tillDate) === 'invalidRange';
  const wrongTimes = timeProblem(fromTime) === null && fromTime && tillTime && tillTime <= fromTime;
  return problems({
    tillDate: wrongOrder ? rangeSentences.invalidRange : null,
    fromTime: timeProblem(fromTime),
    tillTime: timeProblem(tillTime) ?? (wrongTimes ? 'Das Ende muss nach dem Beginn liegen' : null),
  });
}

function timeProblem(time: string): string | null {
  return time === '' || isTime(time) ? null : 'Bitte gib eine Uhrzeit wie 09:30 an.';
}

/** What decides whether a person may join the waiting list, read under their lock. */
export interface Joiner {
  active: boolean;
  /** Whether the coach whom the entry names is active; true if it names none. */
  coachActive: boolean;
  hasEditableFile: boolean;
  /** How many quota numbers their bookings have. */
  quotaUsed: number;
  /** How many open entries they have. */
  entries: number;
}

export type NotJoinable = 'inPast' | 'inactive' | 'noEditableFile' | 'limitReached' | 'tooMany';

/**
 * Why somebody cannot join, the first reason that applies in the order of reference 12.1; null if they can. `today` is
 * the Berlin day. The quota does not matter to somebody who wants to reschedule the booking `rescheduling`.
 */
export function whyNotJoin(
  { active, coachActive, hasEditableFile, quotaUsed, entries }: Joiner,
  { tillDate, rescheduling }: { tillDate: string; rescheduling: number | null },
  { today, quota }: { today: string; quota: number },
): NotJoinable | null {
  if (tillDate < today) return 'inPast';
  if (!active || !coachActive) return 'inactive';
  if (!hasEditableFile) return 'noEditableFile';
  if (rescheduling === null && quotaUsed >= quota) return 'limitReached';
  return entries >= mostEntries ? 'tooMany' : null;
}

/** Entries on a page of the admins' list (reference 12.6). */
export const entriesPerPage = 50;
