/** Random choices that can be reproduced, so that the demo looks the same on every machine. */
export interface Chance {
  /** True with this probability, 0 to 1. */
  happens(probability: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** One of the choices. */
  pickOne<T>(choices: readonly T[]): T;
  /** `howMany` different choices, in the order of `choices`. */
  pickSome<T>(choices: readonly T[], howMany: number): T[];
}

/** Creates random choices from a generator of pseudo-random numbers (mulberry32) that starts with `seed`. */
export function createChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    happens: (probability) => next() < probability,
    between,
    pickOne: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
    pickSome(choices, howMany) {
      const remaining = choices.map((_, i) => i);
      const chosen = Array.from({ length: Math.min(howMany, remaining.length) }, () =>
        remaining.splice(between(0, remaining.length - 1), 1),
      ).flat();
      return choices.filter((_, i) => chosen.includes(i));
    },
  };
}
