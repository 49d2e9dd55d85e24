import fc from 'fast-check';
import { actions, size, type Step } from './model.ts';

const oneOf = (count: number) => fc.nat(count - 1);

/** Sequences of random steps. */
export const stepSequences: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    does: fc.constantFrom(...actions),
    participant: oneOf(size.participants),
    coach: oneOf(size.coaches),
    day: oneOf(size.days),
    toCoach: oneOf(size.coaches),
    toDay: oneOf(size.days),
  }),
  { minLength: 10, maxLength: 30, size: 'max' },
);
