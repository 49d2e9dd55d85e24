import type { Db } from '../../src/platform/database/db.ts';

/** A person's row. */
export function personRow(db: Db, person: number) {
  return db.selectFrom('person').selectAll().where('id', '=', person).executeTakeFirstOrThrow();
}

/** The kinds of the mails to a person, sent and queued. */
export async function mailKinds(db: Db, person: number): Promise<string[]> {
  const rows = await db.selectFrom('mail').select('kind').where('person_id', '=', person).execute();
  return rows.map(({ kind }) => kind);
}

/** Gives a person a stored one-time password, and queues a mail with another one. */
export async function addOneTimePasswords(db: Db, person: number): Promise<void> {
  const expires_at = new Date(Date.now() + 3_600_000);
  await db
    .insertInto('credential')
    .values({ person_id: person, kind: 'temporaryPassword', hash: 'h', expires_at })
    .execute();
  await db.insertInto('mail').values({ person_id: person, kind: 'temporaryPassword' }).execute();
}

/** How many one-time passwords a person has or will be mailed. */
export async function countOneTimePasswords(db: Db, person: number): Promise<number> {
  const stored = await db.selectFrom('credential').where('person_id', '=', person).select('id').execute();
  const mailed = (await mailKinds(db, person)).filter((kind) => kind === 'temporaryPassword');
  return stored.length + mailed.length;
}
