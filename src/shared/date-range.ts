import { daysBetween } from './berlin.ts';
import { toFieldErrors, type FieldError } from './call.ts';

/** Returns what is wrong with a range of days (reference 2.6), or null. */
export function rangeProblem(from: string, till: string): 'invalidRange' | 'rangeTooLong' | null {
  if (from > till) return 'invalidRange';
  return daysBetween(from, till) > 3653 ? 'rangeTooLong' : null;
}

/** The messages for what may be wrong with a range of days. */
export const rangeSentences = {
  invalidRange: 'Das Enddatum muss nach dem Startdatum liegen',
  rangeTooLong: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
} as const;

/**
 * Returns the error of a form whose range of days is in the wrong order (reference 2.6). A range that is too long is a
 * refusal instead of an error of the form.
 */
export function rangeErrors({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const wrongOrder = rangeProblem(fromDate, tillDate) === 'invalidRange';
  return toFieldErrors({ tillDate: wrongOrder ? rangeSentences.invalidRange : null });
}
