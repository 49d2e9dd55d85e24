import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/db.ts';

/** Exports at once in the whole portal. */
const mostAtOnce = 2;

const tryLock = async (tx: Tx, name: string) => {
  const { rows } = await sql<{ got: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS got
  `.execute(tx);
  return rows[0]?.got ?? false;
};

/**
 * Takes a place for an export of a person, for as long as the transaction lasts; false if the person has another one
 * under way, or all places are taken.
 */
export async function takeSlot(tx: Tx, person: number): Promise<boolean> {
  if (!(await tryLock(tx, `export of ${person}`))) return false;
  for (let slot = 1; slot <= mostAtOnce; slot++) if (await tryLock(tx, `export ${slot}`)) return true;
  return false;
}

/**
 * Runs `begin` in a transaction that stays open until `end` is called: it holds what `begin` has locked. Answers what
 * `begin` answers; `end` resolves once everything is released. The database ends a transaction that nobody uses for
 * five and a half minutes.
 */
export function openUntil<T>(db: Db, begin: (tx: Tx, end: () => Promise<void>) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const over = db.transaction().execute(
      (tx) =>
        new Promise<void>((ended, failed) => {
          const end = async () => {
            ended();
            // One that the database has ended is over as well.
            await over.catch(() => {});
          };
          void begin(tx, end).then(resolve, failed);
        }),
    );
    over.catch(reject);
  });
}
