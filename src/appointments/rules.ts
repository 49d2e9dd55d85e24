import { daysBetween } from '../shared/berlin.ts';

/** What is wrong with a range of days (contract §1: up to 10 years), or null. */
export function rangeProblem(from: string, till: string): 'invalidRange' | 'rangeTooLong' | null {
  if (from > till) return 'invalidRange';
  return daysBetween(from, till) > 3653 ? 'rangeTooLong' : null;
}

/** A stretch of a coach's time; instants in milliseconds. */
export interface Stretch {
  type: string;
  start: number;
  end: number;
}

/**
 * A coach's live stretches, none overlapping another, in order of start. Answers for each new one whether it exists
 * already, overlaps, or fits; one that fits is kept, so that later ones are held against it too.
 */
export class CoachCalendar {
  readonly #stretches: Stretch[];

  /** `stretches` in order of start, without overlaps (the database sees to that). */
  constructor(stretches: Stretch[]) {
    this.#stretches = stretches;
  }

  /** Adds a stretch where it fits. */
  add(stretch: Stretch): 'added' | 'alreadyExists' | 'overlap' {
    const at = this.#firstEndingAfter(stretch.start);
    const next = this.#stretches[at];
    if (next && next.start < stretch.end) {
      const same = next.start === stretch.start && next.end === stretch.end && next.type === stretch.type;
      return same ? 'alreadyExists' : 'overlap';
    }
    this.#stretches.splice(at, 0, stretch);
    return 'added';
  }

  #firstEndingAfter(instant: number): number {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#stretches[middle]?.end ?? 0) > instant) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
