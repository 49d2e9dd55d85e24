import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { prepare } from '../../platform/database/prepared.ts';
import type { Scope } from '../../shared/call.ts';
import { roles } from '../../shared/roles.ts';

/**
 * SQL condition: the token `t` of the person `p` can be used at the instant `at`. Its maker must be an active admin.
 */
const isLive = (at: string) => `(
  t.revoked_at IS NULL AND t.expires_on >= (${at} AT TIME ZONE 'Europe/Berlin')::date
  AND p.role_id = ${roles.admin.value} AND p.inactive_at IS NULL AND p.anonymised_at IS NULL
)`;

/** A live token, and what has to be updated in it. */
export interface LiveToken {
  id: number;
  scopes: Scope[];
  maker: number;
  /** Whether the last recorded use is missing or more than a minute ago. */
  isLastUseOutdated: boolean;
}

const selectLiveToken = prepare<LiveToken>(
  'token.find',
  `SELECT t.id, t.scopes, p.id AS maker,
    coalesce(t.last_used_at < n.at - interval '1 minute', true) AS "isLastUseOutdated"
  FROM token t JOIN person p ON p.id = t.created_by CROSS JOIN (SELECT ${nowShifted('$2')}) AS n (at)
  WHERE t.hash = $1 AND ${isLive('n.at')}`,
);

/** Returns the live token with this hash; null if there is none. */
export async function findLiveToken(db: Db, clock: Clock, hash: Buffer): Promise<LiveToken | null> {
  const [token] = await selectLiveToken(db, hash, clock.shiftMs);
  return token ?? null;
}

/** Records that a token is used now, for the call with this path. Of several simultaneous calls, only the first writes. */
export async function recordTokenUse(db: Db, clock: Clock, id: number, path: string): Promise<void> {
  await sql`
    UPDATE token SET last_used_at = ${now(clock)}, last_call = ${path}
    WHERE id = ${id} AND coalesce(last_used_at < ${now(clock)} - interval '1 minute', true)
  `.execute(db);
}

/** The number of the database lock that lets only one call at a time create a token; chosen arbitrarily. */
const creationLock = 7_203_121;

/**
 * Returns the number of live tokens, of all admins together. Holds a lock until the end of the transaction, so that no
 * other call creates a token in the meantime; without it if `locks` is false, as in some tests.
 */
export async function lockAndCountLiveTokens(tx: Tx, clock: Clock, locks: boolean): Promise<number> {
  if (locks) await sql`SELECT pg_advisory_xact_lock(${creationLock})`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM token t JOIN person p ON p.id = t.created_by CROSS JOIN (SELECT ${now(clock)}) AS n (at)
    WHERE ${sql.raw(isLive('n.at'))}
  `.execute(tx);
  return rows[0]?.count ?? 0;
}

/** A new token. Only the hash of its text is stored. */
export interface TokenToStore {
  hash: Buffer;
  name: string;
  scopes: readonly Scope[];
  /** `yyyy-mm-dd`. */
  expiresOn: string;
  createdBy: number;
}

/** Stores a new token and returns its id. */
export async function insertToken(tx: Tx, clock: Clock, token: TokenToStore): Promise<number> {
  const { id } = await tx
    .insertInto('token')
    .values({
      hash: token.hash,
      name: token.name,
      scopes: [...token.scopes],
      expires_on: token.expiresOn,
      created_at: now(clock),
      created_by: token.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns all tokens, newest first, with the names of those who made and revoked them. */
export async function listTokens(db: Db) {
  const name = (person: 'p' | 'r') => sql`
    CASE WHEN ${sql.ref(`${person}.anonymised_at`)} IS NULL THEN ${sql.ref(`${person}.full_name`)} ELSE 'Anonymisiert' END`;
  return db
    .selectFrom('token as t')
    .innerJoin('person as p', 'p.id', 't.created_by')
    .leftJoin('person as r', 'r.id', 't.revoked_by')
    .select([
      't.id',
      sql<string>`coalesce(t.name, 'Nr. ' || t.id)`.as('name'),
      sql<Scope[]>`t.scopes`.as('scopes'),
      't.created_at as createdAt',
      sql<string>`${name('p')}`.as('createdBy'),
      't.expires_on as expiresOn',
      't.last_used_at as lastUsedAt',
      't.last_call as lastCall',
      't.revoked_at as revokedAt',
      sql<string | null>`${name('r')}`.as('revokedBy'),
    ])
    .orderBy('t.id', 'desc')
    .execute();
}

/** Revokes a token for a person. Returns true if it was not revoked before, and null if there is no such token. */
export async function revokeToken(tx: Tx, clock: Clock, id: number, revoker: number): Promise<boolean | null> {
  const token = await tx.selectFrom('token').select('revoked_at').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!token) return null;
  if (token.revoked_at) return false;
  await tx
    .updateTable('token')
    .set({ revoked_at: now(clock), revoked_by: revoker })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Revokes all tokens that a person has made and that are not revoked yet; returns their ids. */
export async function revokeTokensOf(tx: Tx, clock: Clock, person: number): Promise<number[]> {
  const tokens = await tx
    .updateTable('token')
    .set({ revoked_at: now(clock) })
    .where('created_by', '=', person)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  return tokens.map(({ id }) => id);
}

/** Empties the names of the tokens that a person has made. */
export async function eraseTokenNames(tx: Tx, person: number): Promise<void> {
  await tx.updateTable('token').set({ name: null }).where('created_by', '=', person).execute();
}

/** Revokes all tokens. */
export async function revokeAllTokens(tx: Tx): Promise<void> {
  await sql`UPDATE token SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL`.execute(tx);
}
