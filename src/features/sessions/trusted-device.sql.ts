import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';

/**
 * Finds a trusted device by the hashes of the secrets that a browser presents. If `email` is not null, the device must
 * belong to the account with this address. Returns the hash and the person's id; null if there is no such device.
 */
export async function findTrustedDevice(
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
 * Stores `hash`, the hash of a person's new secret, which is valid for `days`. Deletes the person's old secret if it is
 * among the presented ones. Returns the presented hashes that are valid for other people.
 */
export async function replaceDevice(
  tx: Tx,
  clock: Clock,
  person: number,
  device: { hash: string; days: number; presentedHashes: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    WITH old AS (
      DELETE FROM credential
      WHERE kind = 'knownDevice' AND person_id = ${person} AND hash = ANY (${device.presentedHashes}::text[])
    ), new AS (
      INSERT INTO credential (person_id, kind, hash, expires_at)
      VALUES (${person}, 'knownDevice', ${device.hash}, ${now(clock)} + ${device.days} * interval '1 day')
    )
    SELECT hash FROM credential
    WHERE kind = 'knownDevice' AND person_id <> ${person} AND hash = ANY (${device.presentedHashes}::text[])
      AND expires_at > ${now(clock)}
  `.execute(tx);
  return new Set(rows.map(({ hash }) => hash));
}
