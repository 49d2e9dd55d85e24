import { rangeProblem, rangeSentences } from '../../../shared/date-range.ts';
import { problems, type FieldError } from '../../../shared/call.ts';

/** The parts of a day that a search may ask for (reference 4.13). */
export const partsOfDay = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof partsOfDay)[number];

/** Full hours of the Berlin wall clock at which a slot of each part may start: [from, till) (reference 4.13). */
export const hoursOf: Record<PartOfDay, readonly [from: number, till: number]> = {
  morning: [0, 12],
  afternoon: [12, 17],
  evening: [17, 24],
};

/** The most days that `appointment/bookableDays` covers, both ends included; this many from today on by default. */
export const mostSearchedDays = 92;

/** Why there is nothing to find instead of a booking: it cannot be rescheduled (reference 4.13). */
export const rescheduleRefusals = {
  notBooked: 'Dieser Termin ist nicht mehr gebucht.',
  tooLate: 'Dieser Termin kann nicht mehr umgebucht werden: Das geht nur bis 48 Stunden vor Beginn.',
} as const;

/** The error of days in the wrong order; '' stands for an open end (reference 4.13). */
export function searchErrors({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const wrongOrder = fromDate && tillDate && rangeProblem(fromDate, tillDate) === 'invalidRange';
  return problems({ tillDate: wrongOrder ? rangeSentences.invalidRange : null });
}
