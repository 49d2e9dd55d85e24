import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { SignedInPerson } from '../../platform/http/calls/authentication.ts';
import { participantExists } from './sql.ts';

/**
 * SQL: whether the appointment `a`, in any status, makes its participant one of the coach's own participants (reference
 * 8.10). False for an appointment whose booking was moved to another one, and for a booking that was undone.
 */
export const ownParticipantCondition = sql<boolean>`(
  a.cancel_kind IS DISTINCT FROM 'rescheduled' AND NOT (a.taken_back AND a.status = 'K')
)`;

/** Whether a participant is one of a coach's own participants (reference 8.10). */
export async function isOwnParticipant(db: Db | Tx, coach: number, participant: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM appointment a
    WHERE a.participant_id = ${participant} AND a.coach_id = ${coach} AND ${ownParticipantCondition} LIMIT 1
  `.execute(db);
  return rows.length > 0;
}

/** Stores that a coach has just found participants by their complete e-mail addresses (reference 8.10). */
export async function rememberFoundParticipants(
  db: Db,
  clock: Clock,
  coach: number,
  participants: number[],
): Promise<void> {
  if (participants.length === 0) return;
  await sql`
    INSERT INTO found_participant (coach_id, person_id, found_at)
    SELECT ${coach}, person_id, ${now(clock)} FROM participant WHERE person_id = ANY (${participants})
    ON CONFLICT (coach_id, person_id) DO UPDATE SET found_at = excluded.found_at
  `.execute(db);
}

/** How long a coach may book for a participant found by the complete e-mail address. */
const foundParticipantLifetime = sql`interval '1 hour'`;

/**
 * Whether a member of staff may book for a participant (reference 8.10). Speed coaches and admins may book for all
 * participants. Other coaches may book for their own participants, and for participants whom they found by the complete
 * e-mail address within the last hour. False for unknown and anonymised people, so that the result does not distinguish
 * them from other coaches' participants.
 */
export async function mayBookFor(db: Db, clock: Clock, staff: SignedInPerson, participant: number): Promise<boolean> {
  if (!(await participantExists(db, participant))) return false;
  if (staff.caller !== 'coach' || (await isOwnParticipant(db, staff.id, participant))) return true;
  const { rows } = await sql`
    SELECT FROM found_participant
    WHERE coach_id = ${staff.id} AND person_id = ${participant}
      AND found_at > ${now(clock)} - ${foundParticipantLifetime}
  `.execute(db);
  return rows.length > 0;
}

/** Deletes the records of participants that coaches found more than an hour ago. */
export async function deleteExpiredLookups(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM found_participant WHERE found_at <= ${now(clock)} - ${foundParticipantLifetime}`.execute(db);
}
