import { submitRegistration } from '../../src/features/accounts/registration/contract.ts';
import { createRegistrationForm } from './registration.ts';
import { openWorld, type World } from './world.ts';

/** A world with the location 'Köln' and an admin who is signed in (`admin`, the session). */
export interface InvitingWorld {
  world: World;
  location: number;
  adminId: number;
  admin: string;
}

/** Opens a world in which an admin can invite. The caller closes it. */
export async function openInvitingWorld(): Promise<InvitingWorld> {
  const world = await openWorld();
  const location = await world.addLocation('Köln');
  const adminId = await world.addAdmin();
  return { world, location, adminId, admin: await world.signIn(adminId) };
}

/** Adds people whom nobody can invite any more; returns their addresses. */
export async function addKnownPeople({ world, location }: InvitingWorld, newEmail: () => string) {
  const [unconfirmed, confirmed, inactive, coach] = [newEmail(), newEmail(), newEmail(), newEmail()];
  await world.call(submitRegistration, null, createRegistrationForm(unconfirmed, location));
  await world.addParticipant({ email: confirmed });
  const inactivePerson = await world.addParticipant({ email: inactive });
  await world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', inactivePerson).execute();
  await world.addCoach({ email: coach });
  return [unconfirmed, confirmed.toUpperCase(), inactive, coach];
}

/** Returns what is stored of invited people, in the order of their ids: the accounts, the mails and the log entries. */
export async function readInvited({ db }: World, ids: readonly number[]) {
  const people = await db
    .selectFrom('person as p')
    .innerJoin('participant as t', 't.person_id', 'p.id')
    .select(['p.email', 'p.phone', 'p.gender', 'p.confirmed_at', 'p.password_hash', 'p.role_id', 't.location_id'])
    .where('p.id', 'in', ids)
    .orderBy('p.id')
    .execute();
  const mails = await db
    .selectFrom('mail')
    .select(['kind', 'person_id'])
    .where('person_id', 'in', ids)
    .orderBy('person_id')
    .execute();
  const entries = await db
    .selectFrom('audit')
    .select(['actor_id', 'action', 'person_id'])
    .where('person_id', 'in', ids)
    .orderBy('person_id')
    .execute();
  return { people, mails, entries };
}
