import { sql } from 'kysely';
import { withoutWords } from '../ratings/words.ts';
import { now, type Clock, type Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';

/** The address that replaces an erased coach's meeting link: a link is never empty. */
const noLink = 'https://anonymisiert.invalid/';

/**
 * Locks a coach with the calendar, or an admin, and says whether they are out of service; null for anybody else and for
 * an erased one.
 */
export async function lockStaff(tx: Tx, id: number): Promise<{ inactive: boolean } | null> {
  // As when a coach is set inactive: first the calendar, then the person.
  await tx.selectFrom('coach').select('person_id').where('person_id', '=', id).forUpdate().execute();
  await tx.selectFrom('person').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const found = await tx
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select(sql<boolean>`p.inactive_at IS NOT NULL OR p.role_id = 2 AND NOT coalesce(c.active, true)`.as('inactive'))
    .where('p.id', '=', id)
    .where('p.role_id', 'in', [roles.coach.value, roles.admin.value])
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  return found ?? null;
}

/** The booked appointments of a locked coach that have not begun. */
export async function listUpcomingOfCoach(tx: Tx, clock: Clock, coach: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('appointment')
    .select('id')
    .where('coach_id', '=', coach)
    .where('status', '=', 'G')
    .where('starts_at', '>', now(clock))
    .orderBy('participant_id')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Deletes what somebody is and has written as a coach or an admin: the meeting link, free slots ahead, absences, notes,
 * reasons, and the words of ratings, which speak of the coach. Appointments, stars and series stay, and so do the
 * documents that the coach has uploaded: they are the participants'.
 */
export async function eraseStaff(tx: Tx, clock: Clock, id: number): Promise<void> {
  await tx
    .deleteFrom('appointment')
    .where('coach_id', '=', id)
    .where('status', '=', 'F')
    .where('ends_at', '>', now(clock))
    .execute();
  await tx.deleteFrom('absence').where('coach_id', '=', id).execute();
  await tx.deleteFrom('note').where('author_id', '=', id).execute();
  await sql`
    UPDATE rating SET ${withoutWords} FROM appointment a WHERE a.id = rating.appointment_id AND a.coach_id = ${id}
  `.execute(tx);
  await tx.updateTable('appointment').set({ cancel_reason: null }).where('cancelled_by', '=', id).execute();
  await tx
    .updateTable('coach')
    .set({ teams_link: noLink, active: false, state: null })
    .where('person_id', '=', id)
    .execute();
  await tx
    .updateTable('person')
    .set({ inactive_at: sql`coalesce(inactive_at, ${now(clock)})` })
    .where('id', '=', id)
    .execute();
}
