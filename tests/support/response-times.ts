/** A kind of refusal. Prepares one, and returns what is timed: the request, whose outcome it returns. */
export type Refusal = () => Promise<() => Promise<unknown>>;

/** What was measured of a kind of refusal. */
interface Measured {
  kind: string;
  outcomes: Set<unknown>;
  /** In milliseconds, of each round. */
  times: number[];
}

/**
 * Times each kind of refusal in each round. Whatever else the machine does meets all kinds alike: they take turns, and
 * every round begins with another one. The first round only warms up.
 */
async function measure(refusals: Record<string, Refusal>, rounds: number): Promise<Measured[]> {
  const kinds = Object.entries(refusals);
  const measured = kinds.map(([kind]): Measured => ({ kind, outcomes: new Set(), times: [] }));
  for (let round = 0; round <= rounds; round++)
    for (let turn = 0; turn < kinds.length; turn++) {
      const index = (round + turn) % kinds.length;
      const request = await kinds[index]![1]();
      const begin = performance.now();
      const outcome = await request();
      const time = performance.now() - begin;
      measured[index]!.outcomes.add(outcome);
      if (round > 0) measured[index]!.times.push(time);
    }
  return measured;
}

/**
 * Returns the time within which a quarter of the requests were answered. Whatever keeps the machine busy can only make
 * a request slower, so this says more about the kind than the median does.
 */
const quarterOf = (times: readonly number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 4)]!;

/**
 * By how many milliseconds the typical time of a kind of refusal may be above that of the fastest kind. On two cores they
 * differ by up to 6, and by up to 15 if six other programs use these cores all the time.
 */
const tolerance = 25;

/** What `compareTimes` has found. */
interface Comparison {
  /** All different outcomes. */
  outcomes: unknown[];
  /** The typical time of the fastest kind, in milliseconds. */
  fastest: number;
  /** The kinds that take noticeably longer than the fastest one. */
  slower: string[];
}

/** Measures kinds of refusals and compares their typical times. */
export async function compareTimes(refusals: Record<string, Refusal>, rounds = 7): Promise<Comparison> {
  const measured = await measure(refusals, rounds);
  const typicalTimes = measured.map(({ kind, times }) => ({ kind, time: quarterOf(times) }));
  const fastest = Math.min(...typicalTimes.map(({ time }) => time));
  return {
    outcomes: [...new Set(measured.flatMap(({ outcomes }) => [...outcomes]))],
    fastest,
    slower: typicalTimes
      .filter(({ time }) => time > fastest + tolerance)
      .map(({ kind, time }) => `${kind}: ${time.toFixed(1)} ms, the fastest ${fastest.toFixed(1)} ms`),
  };
}
