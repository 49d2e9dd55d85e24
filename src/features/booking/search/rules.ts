import { rangeProblem, rangeSentences } from '../../../shared/date-range.ts';
import { toFieldErrors, type FieldError } from '../../../shared/call.ts';

/** The parts of a day by which slots can be filtered (reference 4.13). */
export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** The hours of the Berlin wall clock in which a slot of each part starts: [from, till) (reference 4.13). */
export const hoursOfPart: Record<PartOfDay, readonly [from: number, till: number]> = {
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

/** The maximum and default number of days that `appointment/bookableDays` covers, both ends included. */
export const maxSearchDays = 92;

/** The refusals when the booking to be rescheduled (`insteadOf`) cannot be rescheduled (reference 4.13). */
export const rescheduleRefusals = {
  notBooked: 'Dieser Termin ist nicht mehr gebucht.',
  tooLate: 'Dieser Termin kann nicht mehr umgebucht werden: Das geht nur bis 48 Stunden vor Beginn.',
} as const;

/** The error if the days are in the wrong order; '' means no limit (reference 4.13). */
export function searchErrors({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const wrongOrder = fromDate && tillDate && rangeProblem(fromDate, tillDate) === 'invalidRange';
  return toFieldErrors({ tillDate: wrongOrder ? rangeSentences.invalidRange : null });
}
