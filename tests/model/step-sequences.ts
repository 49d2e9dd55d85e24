import fc from 'fast-check';
import { counts, type CalendarAction, type Concerned } from './model.ts';

/** A step: an action in the calendar, three minutes that pass, or the sending of all mails that are due. */
export interface Step extends Concerned {
  action: CalendarAction | 'wait' | 'deliver';
}

/** The actions. An action that is listed several times is generated more often. */
const actions: readonly Step['action'][] = [
  ...(['book', 'book', 'book', 'book', 'reschedule', 'cancel', 'move', 'createSeries'] as const),
  ...(['planAbsence', 'planAbsence', 'undoAbsence', 'undoAbsence', 'undoAbsence', 'endAbsence'] as const),
  ...(['inactivate', 'reactivate', 'erase', 'wait', 'deliver', 'deliver'] as const),
];

const indexBelow = (count: number) => fc.nat(count - 1);

/** The people and days that an action concerns. */
export const concerned = {
  participant: indexBelow(counts.participants),
  coach: indexBelow(counts.coaches),
  day: indexBelow(counts.days),
  targetCoach: indexBelow(counts.coaches),
  targetDay: indexBelow(counts.days),
};

/** Sequences of random steps. */
export const stepSequences: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ action: fc.constantFrom(...actions), ...concerned }),
  { minLength: 10, maxLength: 30, size: 'max' },
);
