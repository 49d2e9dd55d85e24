import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { tooMany } from './refusal.ts';

interface Limit {
  points: number;
  seconds: number;
}

/** Limits of attempts (contract §4). A training centre shares one address, hence the high figures per address. */
const limits = {
  loginOfAccount: { points: 10, seconds: 900 },
  loginOfAddress: { points: 100, seconds: 900 },
  registrationOfEmail: { points: 5, seconds: 3600 },
  registrationOfAddress: { points: 100, seconds: 3600 },
  forgottenOfEmail: { points: 5, seconds: 3600 },
  forgottenOfAddress: { points: 100, seconds: 3600 },
  confirmationOfAddress: { points: 100, seconds: 3600 },
  trackingOfAddress: { points: 600, seconds: 3600 },
  // Wrong addresses of calendars, and one calendar read over and over.
  calendarOfAddress: { points: 100, seconds: 900 },
  calendarOfPerson: { points: 60, seconds: 3600 },
} satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;

/** Counters in the database, shared by all instances. */
export interface Throttle {
  /** Counts an attempt. Throws the 429 refusal, with the seconds to wait, once the limit is reached. */
  attempt(limit: LimitName, ...key: string[]): Promise<void>;
  /** Takes a counted attempt back: it succeeded. */
  forgive(limit: LimitName, ...key: string[]): Promise<void>;
}

/** Opens the counters. `factor` multiplies every limit; 0 switches them off. */
export function openThrottle(pool: pg.Pool, factor: number): Throttle {
  const limiters = new Map(
    (Object.keys(limits) as LimitName[]).map((name) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'throttle',
        tableCreated: true,
        keyPrefix: name,
        points: Math.max(1, Math.round(limits[name].points * factor)),
        duration: limits[name].seconds,
      }),
    ]),
  );
  // Addresses of people and machines stand in the table as hashes only.
  const hash = (key: string[]) => createHash('sha256').update(JSON.stringify(key)).digest('hex');
  return {
    async attempt(limit, ...key) {
      if (factor === 0) return;
      try {
        await limiters.get(limit)?.consume(hash(key));
      } catch (error) {
        if (error instanceof RateLimiterRes) throw tooMany(Math.ceil(error.msBeforeNext / 1000));
        throw error;
      }
    },
    async forgive(limit, ...key) {
      if (factor !== 0) await limiters.get(limit)?.reward(hash(key));
    },
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
