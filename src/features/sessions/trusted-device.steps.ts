import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { DeviceCookie, NewDevice } from '../../platform/http/calls/authentication.ts';
import { cookieName, cookiesOf, setCookie } from '../../platform/http/edge/cookies.ts';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** A shared machine remembers the last people who signed in; 16 secrets add 700 bytes to each call. */
const kept = 16;

/** After this time without a sign-in, a device is no longer trusted. */
const days = 180;

/** The stored hash of a secret, which also names its counters. */
const hashOf = (secret: string) => hash('sha256', secret, 'hex');

/** The device cookie of one call, parsed only when needed; malformed secrets are ignored. */
export function deviceCookieOf(request: FastifyRequest, reply: FastifyReply, settings: Settings): DeviceCookie {
  const name = cookieName('devices', settings);
  const read = () =>
    (cookiesOf(request).get(name) ?? '')
      .split('.', kept)
      .filter((secret) => /^[\w-]{43}$/.test(secret))
      .map((secret) => ({ secret, hash: hashOf(secret) }));
  return {
    hashes: () => read().map(({ hash }) => hash),
    give: ({ secret, others }) => {
      const good = read().flatMap((one) => (others.has(one.hash) ? [one.secret] : []));
      setCookie(reply, name, [secret, ...good].slice(0, kept).join('.'), days * 86_400, settings);
    },
  };
}

/**
 * The presented secret, by its hash, of somebody who has signed in on this device within 180 days: of the account with
 * an e-mail or, for null, of anybody. Null if there is none.
 */
export async function trustedDevice(
  db: Db,
  clock: Clock,
  hashes: readonly string[],
  email: string | null,
): Promise<{ hash: string; person: number } | null> {
  if (hashes.length === 0) return null;
  let query = db
    .selectFrom('credential as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select(['c.hash', 'p.id as person'])
    .where('c.kind', '=', 'knownDevice')
    .where('c.hash', 'in', hashes)
    .where('c.expires_at', '>', now(clock));
  if (email !== null) query = query.where(sql`lower(p.email)`, '=', sql`lower(${email})`);
  return (await query.limit(1).executeTakeFirst()) ?? null;
}

/**
 * Makes a device trusted for a person who has just signed in there or chosen a password: a new secret of 256 random
 * bits replaces the one that it presented for them; only the hash is stored.
 */
export async function rememberDevice(
  tx: Tx,
  clock: Clock,
  person: number,
  hashes: readonly string[],
): Promise<NewDevice> {
  const secret = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ hash: string }>`
    WITH old AS (
      DELETE FROM credential WHERE kind = 'knownDevice' AND person_id = ${person} AND hash = ANY (${hashes}::text[])
    ), new AS (
      INSERT INTO credential (person_id, kind, hash, expires_at)
      VALUES (${person}, 'knownDevice', ${hashOf(secret)}, ${now(clock)} + ${days} * interval '1 day')
    )
    SELECT hash FROM credential
    WHERE kind = 'knownDevice' AND person_id <> ${person} AND hash = ANY (${hashes}::text[]) AND expires_at > ${now(clock)}
  `.execute(tx);
  return { secret, others: new Set(rows.map(({ hash }) => hash)) };
}
