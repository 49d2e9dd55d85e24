import { sql } from 'kysely';
import { now, type Clock, type Tx } from '../../../platform/database/db.ts';
import type { ProfileInput } from '../../../shared/profile.ts';
import { roles } from '../../../shared/roles.ts';
import { profileValues } from '../../people/exports.ts';

/** A valid registration. Dates are `yyyy-mm-dd`, the phone number is digits only. */
export interface NewParticipant extends ProfileInput {
  gender: string;
  location: number;
}

/**
 * Creates an unconfirmed participant, or replaces the data of an unconfirmed one with the same e-mail. Returns the
 * person's id, or null if a confirmed or inactive account has the e-mail.
 */
export async function saveRegistration(tx: Tx, data: NewParticipant): Promise<number | null> {
  const person = { ...profileValues('person', data), gender: data.gender };
  const savedPerson = await tx
    .insertInto('person')
    .values({ ...person, role_id: roles.participant.value })
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .doUpdateSet(person)
        .where('person.confirmed_at', 'is', null)
        .where('person.inactive_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  if (!savedPerson) return null;
  const participant = { ...profileValues('participant', data), location_id: data.location };
  await tx
    .insertInto('participant')
    .values({ ...participant, person_id: savedPerson.id })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(participant))
    .execute();
  return savedPerson.id;
}

/** Creates an unconfirmed participant. Returns the person's id, or null if any account has the e-mail. */
export async function insertParticipant(tx: Tx, data: NewParticipant): Promise<number | null> {
  const person = await tx
    .insertInto('person')
    .values({ ...profileValues('person', data), gender: data.gender, role_id: roles.participant.value })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!person) return null;
  await tx
    .insertInto('participant')
    .values({ ...profileValues('participant', data), location_id: data.location, person_id: person.id })
    .execute();
  return person.id;
}

/** Locks and returns the person to whom an unexpired confirmation token belongs; null if there is no such token. */
export async function lockPersonByToken(tx: Tx, clock: Clock, hash: string): Promise<number | null> {
  const person = await tx
    .selectFrom('credential as c')
    .innerJoin('person as p', 'p.id', 'c.person_id')
    .select('p.id')
    .where('c.kind', '=', 'confirmation')
    .where('c.hash', '=', hash)
    .where('c.expires_at', '>', now(clock))
    .where('p.inactive_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return person?.id ?? null;
}

/** Marks an account as confirmed; its owner must choose a password next. */
export async function confirmAccount(tx: Tx, clock: Clock, person: number): Promise<void> {
  await tx
    .updateTable('person')
    .set({ confirmed_at: now(clock), must_change_password: true })
    .where('id', '=', person)
    .execute();
}
