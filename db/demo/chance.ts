/** Reproducible random choices, so that the demo looks the same on every machine. */
export interface Chance {
  /** True with this probability, 0 to 1. */
  happens(probability: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  one<T>(choices: readonly T[]): T;
  /** `howMany` different choices, in their order. */
  some<T>(choices: readonly T[], howMany: number): T[];
}

/** A generator of pseudo-random numbers (mulberry32) that starts from `seed`. */
export function chanceFrom(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    happens: (probability) => next() < probability,
    between,
    one: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
    some(choices, howMany) {
      const remaining = choices.map((_, i) => i);
      const chosen = Array.from({ length: Math.min(howMany, remaining.length) }, () =>
        remaining.splice(between(0, remaining.length - 1), 1),
      ).flat();
      return choices.filter((_, i) => chosen.includes(i));
    },
  };
}
