import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Usage } from '../../shared/call.ts';
import { attempts, usage, type Limit } from './limits.ts';
import { ServerError, tooMany } from '../server-error.ts';

/** The name of a limit, and the key that identifies whose attempts are counted. */
export type Counter = readonly [limit: keyof typeof attempts, ...key: string[]];

/** Counters in the database, shared by all instances. */
export interface RateLimiter {
  /** Counts an attempt. Throws the 429 refusal, with the seconds to wait, once the limit is reached. */
  attempt(...counter: Counter): Promise<void>;
  /** Counts an attempt and returns null, or the refusal once the limit is reached, for the handler to decide. */
  full(...counter: Counter): Promise<ServerError | null>;
  /** Takes back the count of an attempt, because it has succeeded. */
  forgive(...counter: Counter): Promise<void>;
  /**
   * Counts a call of a person towards the limit that its contract names, or, if nobody is signed in, a call of an
   * address. Throws the 429 refusal beyond the limit.
   */
  call(counts: Usage, person: number | null, address: string): Promise<void>;
}

/** Opens the counters. `factor` multiplies every limit; 0 switches them off. */
export function openRateLimiter(pool: pg.Pool, factor: number): RateLimiter {
  const openShared = (name: string, { points, seconds }: Limit) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'throttle',
      tableCreated: true,
      keyPrefix: name,
      points: Math.max(1, Math.round(points * factor)),
      duration: seconds,
    });
  const exact = new Map(Object.entries(attempts).map(([name, limit]) => [name, openShared(name, limit)]));
  const loose = new Map(Object.entries(usage).map(([name, limit]) => [name, inTenths(openShared(name, limit))]));
  const attempt: RateLimiter['attempt'] = async (limit, ...key) => {
    if (factor !== 0) await orTooMany(limit, () => exact.get(limit)?.consume(hashOf(key)));
  };
  return {
    attempt,
    async full(limit, ...key) {
      try {
        await attempt(limit, ...key);
        return null;
      } catch (error) {
        if (error instanceof ServerError) return error;
        throw error;
      }
    },
    async forgive(limit, ...key) {
      if (factor !== 0) await exact.get(limit)?.reward(hashOf(key));
    },
    async call(counts, person, address) {
      if (factor === 0) return;
      const name = person === null ? 'openCalls' : counts;
      await orTooMany(name, () => loose.get(name)?.(person === null ? address : String(person)));
    },
  };
}

/** Keys are hashed, because e-mail and network addresses are stored only as hashes. */
const hashOf = (key: string[]) => hash('sha256', JSON.stringify(key), 'hex');

/** Turns the library's exception for a full counter into the refusal. */
async function orTooMany(limit: string, count: () => Promise<unknown> | undefined): Promise<void> {
  try {
    await count();
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(Math.ceil(error.msBeforeNext / 1000), limit);
    throw error;
  }
}

/**
 * Returns a counter in memory that adds to the shared one after each tenth of the limit, and blocks a key for as long
 * as the shared counter is full. The counts since the last tenth are unknown to other instances and lost in a restart.
 */
function inTenths(shared: RateLimiterPostgres): (key: string) => Promise<void> {
  const tenth = Math.ceil(shared.points / 10);
  const local = new RateLimiterMemory({ points: shared.points, duration: shared.duration });
  return async (key) => {
    const { consumedPoints } = await local.consume(key);
    if (consumedPoints % tenth !== 0) return;
    try {
      await shared.consume(hashOf([key]), tenth);
    } catch (error) {
      if (error instanceof RateLimiterRes) await local.block(key, error.msBeforeNext / 1000);
      throw error;
    }
  };
}

/** The address by which attempts are counted: for IPv6 the /64 network, which one client has for itself. */
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
