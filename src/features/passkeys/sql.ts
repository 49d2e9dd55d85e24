import { sql } from 'kysely';
import { catchViolation, now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import { hashSecret } from '../sessions/exports.ts';
import { challengeMinutes } from './rules.ts';
import type { Assertion, NewCredential } from './webauthn.adapter.ts';

/** Returns a person's passkeys without their keys, oldest first. */
export function selectPasskeys(db: Db, person: number) {
  return db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'synced'])
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();
}

/** Returns the ids that devices have chosen for a person's passkeys, oldest first. */
export async function selectCredentialIds(db: Db | Tx, person: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('passkey')
    .select('credential_id as id')
    .where('person_id', '=', person)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns what decides whether a person may use passkeys: the role and the e-mail address. */
export function findRoleAndEmail(db: Db, person: number) {
  return db
    .selectFrom('person')
    .select(['role_id as roleId', 'email'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
}

/** Returns a person's e-mail address and name, by which a device shows a passkey. */
export function findOwner(db: Db, person: number) {
  return db
    .selectFrom('person')
    .select(['id', sql<string>`coalesce(email, '')`.as('email'), 'full_name as fullName'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
}

/** Stores the hash of a challenge, for five minutes; for a session in which a passkey may be added, or for a sign-in. */
export async function insertChallenge(db: Db | Tx, clock: Clock, hash: Buffer, sessionId: string | null) {
  await db
    .insertInto('passkey_challenge')
    .values({
      hash,
      session_hash: sessionId === null ? null : hashSecret(sessionId),
      expires_at: sql`${now(clock)} + ${challengeMinutes} * interval '1 minute'`,
    })
    .execute();
}

/**
 * Uses up a challenge of this session, or of a sign-in (null). Returns true for exactly one caller, and false if there
 * is no such challenge or it has expired.
 */
export async function consumeChallenge(db: Db, clock: Clock, hash: Buffer, sessionId: string | null): Promise<boolean> {
  const challenge = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hash)
    .where('session_hash', 'is not distinct from', sessionId === null ? null : hashSecret(sessionId))
    .returning(sql<boolean>`expires_at > ${now(clock)}`.as('isValid'))
    .executeTakeFirst();
  return challenge?.isValid ?? false;
}

/** Deletes the challenges that nobody has used in time. */
export async function deleteExpiredChallenges(db: Db, clock: Clock): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now(clock)).execute();
}

/** A new passkey of a person. */
export interface NewPasskey extends NewCredential {
  person: number;
  name: string;
}

/** Stores a passkey and returns its id; null if an account already has one with this credential id. */
export async function insertPasskey(tx: Tx, clock: Clock, passkey: NewPasskey): Promise<number | null> {
  let id: number | null = null;
  const violation = await catchViolation({ passkey_credential_once: 'known' }, async () => {
    const row = await tx
      .insertInto('passkey')
      .values({
        person_id: passkey.person,
        name: passkey.name,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        sign_count: passkey.signCount,
        synced: passkey.synced,
        created_at: now(clock),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    id = row.id;
  });
  return violation ? null : id;
}

/** Whether a person has a passkey with this id. */
export async function passkeyExists(db: Db, person: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('passkey')
    .select('id')
    .where('id', '=', id)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row !== undefined;
}

/** Renames a person's passkey; returns false if they have none with this id. */
export async function renamePasskey(tx: Tx, person: number, id: number, name: string): Promise<boolean> {
  const row = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', person)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a person's passkey and returns its name; null if they have none with this id. */
export async function deletePasskey(tx: Tx, person: number, id: number): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', person)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Deletes all passkeys of a person. The caller must have locked the person. */
export async function deletePasskeys(tx: Tx, person: number): Promise<void> {
  await tx.deleteFrom('passkey').where('person_id', '=', person).execute();
}

/** Returns the passkey with this credential id, its person and its public key; null if there is none. */
export async function findPasskey(db: Db, credentialId: Buffer) {
  const row = await db
    .selectFrom('passkey')
    .select(['id', 'person_id as person', 'public_key as publicKey'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the device's count of signatures at the last sign-in with a passkey; null if it has been removed. The caller
 * must have locked the person.
 */
export async function findSignCount(tx: Tx, id: number): Promise<number | null> {
  const row = await tx.selectFrom('passkey').select('sign_count as signCount').where('id', '=', id).executeTakeFirst();
  return row?.signCount ?? null;
}

/** Records that somebody signs in with a passkey now. */
export async function recordUse(tx: Tx, clock: Clock, id: number, { signCount, synced }: Assertion): Promise<void> {
  await tx
    .updateTable('passkey')
    .set({ sign_count: signCount, synced, last_used_at: now(clock) })
    .where('id', '=', id)
    .execute();
}
