import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { attempts, usage, usageOf, type Limit } from './limits.ts';
import { Refused, tooMany } from './refusal.ts';

/** A limit of attempts, and whose attempts are counted. */
export type Counter = readonly [limit: keyof typeof attempts, ...key: string[]];

/** Counters in the database, shared by all instances. */
export interface Throttle {
  /** Counts an attempt. Throws the 429 refusal, with the seconds to wait, once the limit is reached. */
  attempt(...counter: Counter): Promise<void>;
  /** Counts an attempt whose maker decides what a full counter means: answers the refusal then, else null. */
  full(...counter: Counter): Promise<Refused | null>;
  /** Takes a counted attempt back: it succeeded. */
  forgive(...counter: Counter): Promise<void>;
  /** Counts a call for its person or, where that is null, for its address. Throws the 429 refusal beyond its limit. */
  call(path: string, person: number | null, address: string): Promise<void>;
}

/** Opens the counters. `factor` multiplies every limit; 0 switches them off. */
export function openThrottle(pool: pg.Pool, factor: number): Throttle {
  const shared = (name: string, { points, seconds }: Limit) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'throttle',
      tableCreated: true,
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration: seconds,
    });
  const exact = new Map(Object.entries(attempts).map(([name, limit]) => [name, shared(name, limit)]));
  const loose = new Map(Object.entries(usage).map(([name, limit]) => [name, inTenths(shared(name, limit))]));
  const attempt: Throttle['attempt'] = async (limit, ...key) => {
    if (factor !== 0) await orTooMany(limit, () => exact.get(limit)?.consume(hashOf(key)));
  };
  return {
    attempt,
    async full(limit, ...key) {
      try {
        await attempt(limit, ...key);
        return null;
      } catch (error) {
        if (error instanceof Refused) return error;
        throw error;
      }
    },
    async forgive(limit, ...key) {
      if (factor !== 0) await exact.get(limit)?.reward(hashOf(key));
    },
    async call(path, person, address) {
      if (factor === 0) return;
      const name = usageOf(path, person !== null);
      await orTooMany(name, () => loose.get(name)?.(person === null ? address : String(person)));
    },
  };
}

/** Addresses of people and machines stand in the table as hashes only. */
const hashOf = (key: string[]) => hash('sha256', JSON.stringify(key), 'hex');

/** Turns what the library throws for a full counter into the refusal. */
async function orTooMany(limit: string, count: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await count();
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(Math.ceil(error.msBeforeNext / 1000), limit);
    throw error;
  }
}

/**
 * A counter in memory that tells the shared one each tenth of the limit, and closes until the shared one opens again.
 * What an instance has counted since its last tenth, the others do not know, nor does it outlive a restart.
 */
function inTenths(shared: RateLimiterPostgres): (key: string) => Promise<void> {
  const tenth = Math.ceil(shared.points / 10);
  const own = new RateLimiterMemory({ points: shared.points, duration: shared.duration });
  return async (key) => {
    const { consumedPoints } = await own.consume(key);
    if (consumedPoints % tenth !== 0) return;
    try {
      await shared.consume(hashOf([key]), tenth);
    } catch (error) {
      if (error instanceof RateLimiterRes) await own.block(key, error.msBeforeNext / 1000);
      throw error;
    }
  };
}

/** The address that counters use: an IPv6 client owns its whole /64. */
export function addressOf(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip.replace(/^::ffff:/, '');
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean);
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
