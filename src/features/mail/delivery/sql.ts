import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import { prepare } from '../../../platform/database/prepared.ts';
import { mailsWithSecrets, type SecretKind } from '../kinds/account.words.ts';

/**
 * Stores the hash of a mail's secret just before the mail is sent. The secret is valid for the `validHours` of its
 * kind, by the database's clock. Returns false and stores nothing if the mail has been deleted.
 */
export async function insertSecretHash(
  db: Db,
  clock: Clock,
  mail: string,
  kind: SecretKind,
  hash: string,
): Promise<boolean> {
  const { credential, validHours } = mailsWithSecrets[kind];
  const { rows } = await sql`
    INSERT INTO credential (person_id, kind, hash, expires_at)
    SELECT person_id, ${credential}, ${hash}, ${now(clock)} + ${validHours} * interval '1 hour'
    FROM mail WHERE id = ${mail} FOR UPDATE
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

const lockMail = prepare('mail.lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))');

/**
 * Locks a mail and runs `work`, so that no other worker handles this mail at the same time. Other workers wait for the
 * lock. The database releases the lock when the connection of a killed worker ends.
 */
export async function withMailLock(db: Db, id: string, work: () => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockMail(tx, id);
    await work();
  });
}

const updateAsSent = prepare(
  'mail.markSent',
  `UPDATE mail
  SET sent_at = ${nowShifted('$2')}, tried_at = ${nowShifted('$2')}, attempts = attempts + 1, last_code = NULL
  WHERE id = $1`,
);

/** Marks a mail as sent. */
export async function markSent(db: Db, clock: Clock, id: string): Promise<void> {
  await updateAsSent(db, id, clock.shiftMs);
}

/** Stores a failed attempt with the code of its error. After the last attempt (`isLast`) the mail is given up. */
export async function storeFailedAttempt(
  tx: Tx,
  clock: Clock,
  id: string,
  code: string,
  isLast: boolean,
): Promise<void> {
  await tx
    .updateTable('mail')
    .set((e) => ({
      tried_at: now(clock),
      attempts: e('attempts', '+', 1),
      last_code: code,
      ...(isLast ? { failed_at: now(clock) } : {}),
    }))
    .where('id', '=', id)
    .execute();
}

/** Marks an unsent mail as superseded (`overtaken_at`), so it is never sent. */
export async function markSuperseded(db: Db, clock: Clock, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ overtaken_at: now(clock) })
    .where('id', '=', id)
    .execute();
}
