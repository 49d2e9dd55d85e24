import { addDays, daysBetween, instantOf, startOfDay, wallClock } from '../../shared/berlin.ts';
import { toFieldErrors, type FieldError } from '../../shared/call.ts';
import { timeProblem, timeMessages } from '../appointments/rules.ts';

/** The kinds of absences (reference 14.1). Only the coach and admins see them: an illness is health data. */
export const absenceKinds = ['vacation', 'illness', 'training', 'other'] as const;
export type AbsenceKind = (typeof absenceKinds)[number];

/** The decisions on a booking in an absence: a colleague takes it over, or the participant chooses another slot. */
export const decisionActions = ['move', 'offer'] as const;

/** The maximum length of an absence in days, both ends included (reference 14.1). */
export const maxAbsenceDays = 366;

/** For this many minutes, an absence can be undone and its mails wait (reference 14.3). */
export const undoMinutes = 5;

/** An absence in a form: dates `yyyy-mm-dd`, times `HH:mm`, Berlin wall clock; '' while a field is empty. */
export interface AbsenceForm {
  fromDate: string;
  /** '' is the beginning of the first day. */
  fromTime: string;
  tillDate: string;
  /** '' is the end of the last day. */
  tillTime: string;
  kind: AbsenceKind | '';
}

/** The message for days in the wrong order. One day alone is allowed, so the last day need not be after the first. */
const dayOrderMessage = 'Der letzte Tag liegt vor dem ersten.';

/** Returns the errors of a form in the order of its fields. A range that is too long is a separate refusal. */
export function absenceErrors({ fromDate, fromTime, tillDate, tillTime, kind }: AbsenceForm): FieldError[] {
  const dateOrderError = tillDate < fromDate ? dayOrderMessage : null;
  const isOneDay = fromDate !== '' && fromDate === tillDate;
  const [fromProblem, tillProblem] = [fromTime && timeProblem(fromTime), tillTime && timeProblem(tillTime)];
  const isTimeOrderWrong = isOneDay && !fromProblem && tillTime !== '' && tillTime <= (fromTime || '00:00');
  return toFieldErrors({
    fromDate: fromDate ? null : 'Bitte gib ein Startdatum ein',
    fromTime: fromProblem || null,
    tillDate: tillDate ? dateOrderError : 'Bitte gib ein Enddatum ein',
    tillTime: tillProblem || (isTimeOrderWrong ? timeMessages.order : null),
    kind: kind ? null : 'Bitte wähle einen Grund aus.',
  });
}

/** Whether an absence has more days than allowed (reference 14.1). */
export function isTooLong({ fromDate, tillDate }: Pick<AbsenceForm, 'fromDate' | 'tillDate'>): boolean {
  return daysBetween(fromDate, tillDate) >= maxAbsenceDays;
}

/** An interval of time. */
export interface Interval {
  startsAt: Date;
  endsAt: Date;
}

/** Returns the interval of a form without errors, or null if a clock change skips or repeats one of its times. */
export function toInterval({ fromDate, fromTime, tillDate, tillTime }: Omit<AbsenceForm, 'kind'>): Interval | null {
  const startsAt = fromTime === '' ? startOfDay(fromDate) : instantOf(fromDate, fromTime);
  const endsAt = tillTime === '' ? startOfDay(addDays(tillDate, 1)) : instantOf(tillDate, tillTime);
  return startsAt && endsAt && startsAt < endsAt ? { startsAt, endsAt } : null;
}

/** Returns the Berlin days and times of an interval. A time is null if the interval begins or ends at midnight. */
export function toDaysAndTimes({ startsAt, endsAt }: Interval) {
  const [from, till] = [wallClock(startsAt), wallClock(endsAt)];
  const endsAtMidnight = till.time === '00:00';
  return {
    fromDate: from.date,
    fromTime: from.time === '00:00' ? null : from.time,
    tillDate: endsAtMidnight ? addDays(till.date, -1) : till.date,
    tillTime: endsAtMidnight ? null : till.time,
  };
}

/** Returns the instant until which an absence can be undone (reference 14.3). */
export const undoDeadline = (plannedAt: Date): Date => new Date(plannedAt.getTime() + undoMinutes * 60_000);

/**
 * Returns the instant until which the mails about an appointment in an absence wait (reference 14.3): as long as the
 * absence can be undone. Returns null for an appointment that starts within the hour; its mails are sent immediately.
 */
export function mailsWaitUntil(startsAt: Date, plannedAt: Date): Date | null {
  return startsAt.getTime() - plannedAt.getTime() <= 3_600_000 ? null : undoDeadline(plannedAt);
}

/** The facts about a booking that an absence has cancelled or handed over which decide what its coach may see of it. */
export interface EffectFacts {
  /** The colleague who has taken it over; null if its participant was asked to choose anew. */
  handedTo: string | null;
  /** The coach of what its participant has booked since; null for nothing. */
  nextCoachId: number | null;
  /** Whether the absence has been over for a day. */
  isLongOver: boolean;
}

/** Whether the participant of a booking in an absence of `coach` has booked with another coach since (reference 14.4). */
export const isBookedElsewhere = ({ nextCoachId }: Pick<EffectFacts, 'nextCoachId'>, coach: number): boolean =>
  nextCoachId !== null && nextCoachId !== coach;

/**
 * Whether a coach may see the phone number of somebody whose booking their absence has ended (reference 14.4): while
 * there is a reason to call, so not once another coach has the participant, and until a day after the absence.
 */
export function maySeePhone(facts: EffectFacts, coach: number): boolean {
  return facts.handedTo === null && !isBookedElsewhere(facts, coach) && !facts.isLongOver;
}

/** The facts that decide whether an absence can be undone. They must be read after the locks are taken. */
export interface UndoFacts {
  plannedAt: Date;
  /** Null while the absence applies. */
  endedBy: 'undone' | 'ended' | null;
  /** Whether a person or an appointment that the absence affected has changed since the absence was planned. */
  hasChanged: boolean;
}

/**
 * Returns why an absence cannot be undone (reference 14.3): a refusal, which is 'done' if it was already undone.
 * Returns null if it can be undone.
 */
export function findUndoRefusal(
  { plannedAt, endedBy, hasChanged }: UndoFacts,
  now: Date,
): 'changed' | 'tooLate' | 'done' | null {
  if (endedBy === 'undone') return 'done';
  if (endedBy === 'ended' || hasChanged) return 'changed';
  return now > undoDeadline(plannedAt) ? 'tooLate' : null;
}
