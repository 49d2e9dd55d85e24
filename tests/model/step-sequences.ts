import fc from 'fast-check';
import { actions, size, type Step } from './model.ts';

const indexBelow = (count: number) => fc.nat(count - 1);

/** Sequences of random steps. */
export const stepSequences: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    action: fc.constantFrom(...actions),
    participant: indexBelow(size.participants),
    coach: indexBelow(size.coaches),
    day: indexBelow(size.days),
    targetCoach: indexBelow(size.coaches),
    targetDay: indexBelow(size.days),
  }),
  { minLength: 10, maxLength: 30, size: 'max' },
);
