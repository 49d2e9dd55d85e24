import { daysBetween } from './berlin.ts';
import { toFieldErrors, type FieldError } from './call.ts';

/** What is wrong with a range of days (reference 2.6), or null. */
export function rangeProblem(from: string, till: string): 'invalidRange' | 'rangeTooLong' | null {
  if (from > till) return 'invalidRange';
  return daysBetween(from, till) > 3653 ? 'rangeTooLong' : null;
}

/** The sentence for each problem of a range of days. */
export const rangeSentences = {
  invalidRange: 'Das Enddatum muss nach dem Startdatum liegen',
  rangeTooLong: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
} as const;

/** The error of a range of days in the wrong order (reference 2.6); a range that is too long is a separate refusal. */
export function rangeErrors({ fromDate, tillDate }: { fromDate: string; tillDate: string }): FieldError[] {
  const wrongOrder = rangeProblem(fromDate, tillDate) === 'invalidRange';
  return toFieldErrors({ tillDate: wrongOrder ? rangeSentences.invalidRange : null });
}
