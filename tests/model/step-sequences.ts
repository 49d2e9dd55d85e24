import fc from 'fast-check';
import { actions, counts, type Step } from './model.ts';

const indexBelow = (count: number) => fc.nat(count - 1);

/** Sequences of random steps. */
export const stepSequences: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    action: fc.constantFrom(...actions),
    participant: indexBelow(counts.participants),
    coach: indexBelow(counts.coaches),
    day: indexBelow(counts.days),
    targetCoach: indexBelow(counts.coaches),
    targetDay: indexBelow(counts.days),
  }),
  { minLength: 10, maxLength: 30, size: 'max' },
);
