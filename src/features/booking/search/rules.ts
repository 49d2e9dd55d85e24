import { rangeProblem, rangeMessages } from '../../../shared/date-range.ts';
import { toFieldErrors, type FieldError } from '../../../shared/call.ts';

/** The parts of a day by which slots can be filtered (reference 4.13). */
export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/**
 * For each part of the day, the hours on the Berlin wall clock between which a slot starts: [from, till) (reference
 * 4.13).
 */
export const hoursByPartOfDay: Record<PartOfDay, readonly [from: number, till: number]> = {
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

/** The maximum and default number of days that `appointment/bookableDays` covers, including the first and the last. */
export const maxSearchDays = 92;

/** The refusals if a booking can no longer be rescheduled (reference 4.13, 4.15). */
export const rescheduleRefusals = {
  notBooked: 'Dieser Termin ist nicht mehr gebucht.',
  tooLate: 'Dieser Termin kann nicht mehr verlegt werden: Das geht nur bis 48 Stunden vor Beginn.',
} as const;

/** Returns an error at the last day if it is before the first day; '' means no limit (reference 4.13). */
export function searchErrors({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const wrongOrder = fromDate && tillDate && rangeProblem(fromDate, tillDate) === 'invalidRange';
  return toFieldErrors({ tillDate: wrongOrder ? rangeMessages.invalidRange : null });
}
