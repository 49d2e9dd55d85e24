import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { CallLimitName } from '../../shared/call.ts';
import { attemptLimits, callLimits, type Limit } from './limits.ts';
import { ServerError, tooMany } from '../server-error.ts';

/** The name of a limit, and the key for which attempts are counted, such as an IP address or the id of a person. */
export type Counter = readonly [limit: keyof typeof attemptLimits, ...key: string[]];

/** Whose calls are counted: those of a person or of a token, by id. */
export type CallCounterKey = { person: number } | { token: number };

/** Counters of attempts and calls. They are in the database, where all processes share them. */
export interface RateLimiter {
  /** Counts an attempt. Throws 429 with the seconds to wait if the limit is exceeded. */
  countAttemptOrThrow(...counter: Counter): Promise<void>;
  /** Counts an attempt. Returns the error 429 instead of throwing it if the limit is exceeded; otherwise null. */
  countAttemptOrReturnError(...counter: Counter): Promise<ServerError | null>;
  /** Takes back the count of an attempt, because the attempt has succeeded. */
  uncountAttempt(...counter: Counter): Promise<void>;
  /**
   * Counts a call towards `limit`: a call of a person, or of another system with a token. If nobody is signed in (null),
   * counts a call of an IP address towards `anonymousCalls`. Throws 429 if the limit is exceeded.
   */
  countCall(limit: CallLimitName, caller: CallCounterKey | null, address: string): Promise<void>;
}

/** Opens the counters. `factor` multiplies each limit; 0 turns all limits off. */
export function openRateLimiter(pool: pg.Pool, factor: number): RateLimiter {
  const openSharedCounter = (name: string, { points, seconds }: Limit) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'throttle',
      tableCreated: true,
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration: seconds,
    });
  const attemptCounters = new Map(
    Object.entries(attemptLimits).map(([name, limit]) => [name, openSharedCounter(name, limit)]),
  );
  const callCounters = new Map(
    Object.entries(callLimits).map(([name, limit]) => [name, createBufferedCounter(openSharedCounter(name, limit))]),
  );
  const countAttemptOrThrow: RateLimiter['countAttemptOrThrow'] = async (limit, ...key) => {
    if (factor !== 0) await throwRefusalIfExceeded(limit, () => attemptCounters.get(limit)?.consume(hashOf(key)));
  };
  return {
    countAttemptOrThrow,
    async countAttemptOrReturnError(limit, ...key) {
      try {
        await countAttemptOrThrow(limit, ...key);
        return null;
      } catch (error) {
        if (error instanceof ServerError) return error;
        throw error;
      }
    },
    async uncountAttempt(limit, ...key) {
      if (factor !== 0) await attemptCounters.get(limit)?.reward(hashOf(key));
    },
    async countCall(limit, caller, address) {
      if (factor === 0) return;
      const name = caller === null ? 'anonymousCalls' : limit;
      await throwRefusalIfExceeded(name, () => callCounters.get(name)?.(caller === null ? address : keyOf(caller)));
    },
  };
}

const keyOf = (caller: CallCounterKey) => ('person' in caller ? String(caller.person) : `token ${caller.token}`);

/** Hashes a key, because the database must not contain the e-mail or IP addresses in it. */
const hashOf = (key: string[]) => hash('sha256', JSON.stringify(key), 'hex');

/** Turns the library's exception for an exceeded limit into the error 429. */
async function throwRefusalIfExceeded(limit: string, count: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await count();
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(Math.ceil(error.msBeforeNext / 1000), limit);
    throw error;
  }
}

/**
 * Returns a function that counts calls in memory. After each tenth of the limit it adds its count to the shared
 * counter. If the shared limit is exceeded, it blocks the key until the shared counter is reset. Other processes do not
 * know the counts that have not been added yet, and a restart loses them.
 */
function createBufferedCounter(sharedCounter: RateLimiterPostgres): (key: string) => Promise<void> {
  const tenthOfLimit = Math.ceil(sharedCounter.points / 10);
  const localCounter = new RateLimiterMemory({ points: sharedCounter.points, duration: sharedCounter.duration });
  return async (key) => {
    const { consumedPoints } = await localCounter.consume(key);
    if (consumedPoints % tenthOfLimit !== 0) return;
    try {
      await sharedCounter.consume(hashOf([key]), tenthOfLimit);
    } catch (error) {
      if (error instanceof RateLimiterRes) await localCounter.block(key, error.msBeforeNext / 1000);
      throw error;
    }
  };
}

/**
 * Returns the address by which the rate limiter counts. For IPv6 it is the /64 network, because one client can use all
 * addresses of such a network.
 */
export function toRateLimitAddress(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace(/^::ffff:/, '');
  // '::' stands for as many groups of zeros as are missing.
  const [start = '', end] = ip.split('::');
  const groups = start.split(':').filter(Boolean);
  if (end !== undefined) {
    const endGroups = end.split(':').filter(Boolean);
    while (groups.length + endGroups.length < 8) groups.push('0');
    groups.push(...endGroups);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
