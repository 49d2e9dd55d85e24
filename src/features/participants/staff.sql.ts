import { sql } from 'kysely';
import { clearedFreeText } from '../ratings/exports.ts';
import { now, type Clock, type Tx } from '../../platform/database/db.ts';
import { roles } from '../../shared/roles.ts';

/** The link that replaces an erased coach's meeting link, since the column is never empty. */
const placeholderLink = 'https://anonymisiert.invalid/';

/**
 * Locks a coach with their calendar, or an admin, and returns whether they are inactive. Returns null for anyone else
 * and for erased people.
 */
export async function lockStaff(tx: Tx, id: number): Promise<{ inactive: boolean } | null> {
  // The locks have the same order as when a coach is made inactive: first the calendar, then the person.
  await tx.selectFrom('coach').select('person_id').where('person_id', '=', id).forUpdate().execute();
  await tx.selectFrom('person').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const row = await tx
    .selectFrom('person as p')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select(sql<boolean>`p.inactive_at IS NOT NULL OR p.role_id = 2 AND NOT coalesce(c.active, true)`.as('inactive'))
    .where('p.id', '=', id)
    .where('p.role_id', 'in', [roles.coach.value, roles.admin.value])
    .where('p.anonymised_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the ids of the booked appointments with a coach that have not begun, ordered by participant. */
export async function listUpcomingBookingsOfCoach(tx: Tx, clock: Clock, coach: number): Promise<number[]> {
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
 * Deletes the data and texts of a coach or an admin: the meeting link, upcoming free slots, absences, notes, the
 * reasons of cancellations, and the texts of ratings, which are about the coach. Appointments, stars and series stay.
 * The documents that the coach has uploaded belong to the participants, and lose only the names that the coach gave
 * them.
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
    UPDATE rating SET ${clearedFreeText} FROM appointment a WHERE a.id = rating.appointment_id AND a.coach_id = ${id}
  `.execute(tx);
  await tx.updateTable('appointment').set({ cancel_reason: null }).where('cancelled_by', '=', id).execute();
  await renameDocuments(tx, id);
  await tx
    .updateTable('coach')
    .set({ teams_link: placeholderLink, active: false, state: null })
    .where('person_id', '=', id)
    .execute();
  await tx
    .updateTable('person')
    .set({ inactive_at: sql`coalesce(inactive_at, ${now(clock)})` })
    .where('id', '=', id)
    .execute();
}

/**
 * Replaces the names that a person gave to other people's documents with 'Dokument N' and the file extension. Versions
 * of a document keep a common name. N continues from the participant's highest number, so that each name is new.
 */
async function renameDocuments(tx: Tx, id: number): Promise<void> {
  await sql`
    WITH taken AS (
      SELECT participant_id, max(substring(name FROM '^Dokument ([0-9]{1,9})[.]')::integer) AS highest
      FROM document WHERE participant_id IN (SELECT participant_id FROM document WHERE uploaded_by = ${id})
      GROUP BY participant_id
    ), numbered AS (
      SELECT participant_id, by_coach, name, rank() OVER (PARTITION BY participant_id ORDER BY min(id)) AS number
      FROM document WHERE uploaded_by = ${id} AND participant_id <> ${id} GROUP BY participant_id, by_coach, name
    )
    UPDATE document d SET name = format('Dokument %s.%s', coalesce(t.highest, 0) + n.number, d.ending)
    FROM numbered n JOIN taken t USING (participant_id)
    WHERE d.uploaded_by = ${id} AND d.participant_id = n.participant_id AND d.by_coach = n.by_coach AND d.name = n.name
  `.execute(tx);
}
