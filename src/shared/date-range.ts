import { addDays, daysBetween } from './berlin.ts';
import { toFieldErrors, type FieldError } from './call.ts';

/** Ten years with up to three leap days. */
const maxDays = 3653;

/** Returns what is wrong with a range of days (reference 2.6), or null. */
export function rangeProblem(from: string, till: string): 'invalidRange' | 'rangeTooLong' | null {
  if (from > till) return 'invalidRange';
  return daysBetween(from, till) > maxDays ? 'rangeTooLong' : null;
}

/** The messages for the results of `rangeProblem`. */
export const rangeMessages = {
  invalidRange: 'Das Enddatum muss nach dem Startdatum liegen',
  rangeTooLong: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
} as const;

/**
 * Returns an error if a form's range of days is in the wrong order, or an empty list (reference 2.6). A range that is
 * too long is not an error of the form: the call refuses it.
 */
export function rangeErrors({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const isInWrongOrder = rangeProblem(fromDate, tillDate) === 'invalidRange';
  return toFieldErrors({ tillDate: isInWrongOrder ? rangeMessages.invalidRange : null });
}

/** Returns the first and the last day of the month before the one of a date; all `yyyy-mm-dd`. */
export function lastMonthOf(date: string): { from: string; till: string } {
  const till = addDays(`${date.slice(0, 7)}-01`, -1);
  return { from: `${till.slice(0, 7)}-01`, till };
}
