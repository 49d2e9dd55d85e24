import type { Db } from '../../src/platform/database/db.ts';

/** Reads a person's row in `person`. */
export function readPerson(db: Db, person: number) {
  return db.selectFrom('person').selectAll().where('id', '=', person).executeTakeFirstOrThrow();
}

/** Reads the kinds of all mails to a person, both sent and queued. */
export async function readMailKinds(db: Db, person: number): Promise<string[]> {
  const rows = await db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();
  return rows.map(({ kind }) => kind);
}

/** Stores a one-time password for a person, and queues a mail with another one. */
export async function addOneTimePasswords(db: Db, person: number): Promise<void> {
  const expires_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('credential')
    .values({ person_id: person, kind: 'temporaryPassword', hash: 'h', expires_at })
    .execute();
  await db.insertInto('mail').values({ person_id: person, kind: 'temporaryPassword' }).execute();
}

/** Counts the one-time passwords that are stored for a person or will be mailed to them. */
export async function countOneTimePasswords(db: Db, person: number): Promise<number> {
  const stored = await db.selectFrom('credential').where('person_id', '=', person).select('id').execute();
  const mailed = (await readMailKinds(db, person)).filter((kind) => kind === 'temporaryPassword');
  return stored.length + mailed.length;
}
