import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { cookieName, cookiesOf, setCookie } from './cookies.ts';
import { now, type Clock, type Db, type Tx } from './db.ts';
import type { Settings } from './settings.ts';

/** A machine that many people share knows those who signed in last; 16 secrets are 700 bytes on each call. */
const kept = 16;

/** A device that nobody signs in from for so long is known no more. */
const days = 180;

/** What is stored of a secret, and names its counters. */
const hashOf = (secret: string) => hash('sha256', secret, 'hex');

/**
 * The cookie of a browser in which people have signed in: one secret for each account, the newest first. It opens nothing;
 * it tells those people from strangers behind the same network address where attempts are counted (docs/decisions/0025).
 */
export interface DeviceCookie {
  /** Hashes of the secrets that this call presents. */
  hashes: () => string[];
  /** Hands a new secret over with the answer, beside those that are still good. */
  give: (device: NewDevice) => void;
}

/** A secret that has just been made, and the hashes of the presented ones that are good for other accounts. */
interface NewDevice {
  secret: string;
  others: ReadonlySet<string>;
}

/** The device's cookie of one call, read where it is asked for. What has not the form of our secrets is passed over. */
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
 * The presented secret, by its hash, of somebody who has signed in from there within 180 days: of the account behind an
 * e-mail or, for null, of anybody. Null where there is none.
 */
export async function knownDevice(
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
 * Makes a device known to a person who has just signed in there or chosen a password: a new secret of 256 random bits in
 * the place of what it presented for them; only the hash is stored.
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
