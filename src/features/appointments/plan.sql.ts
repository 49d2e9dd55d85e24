import { sql } from 'kysely';
import { now, type Clock, type Db } from '../../platform/database/db.ts';
import { undoableUntilSql } from './overview.sql.ts';
import { attendedSql } from './sql.ts';

/** An entry of the daily plan as stored. */
export interface PlanRow {
  id: number;
  status: 'G' | 'V';
  link: string;
  startsAt: Date;
  endsAt: Date;
  participantId: number;
  coachId: number;
  coachName: string;
  takeBackUntil: Date | null;
  participantName: string;
  phone: string;
  email: string;
  qualification: string;
  qualificationEnd: string | null;
  note: string;
  coming: boolean;
  attended: boolean;
}

/**
 * Returns the booked and missed appointments of a coach, or of all coaches (null), that start in [from, till). They are
 * in order of start. `takeBackUntil` is the instant until which `caller` can undo the booking.
 */
export function listPlan(
  db: Db,
  clock: Clock,
  caller: number,
  { from, till, coach }: { from: Date; till: Date; coach: number | null },
): Promise<PlanRow[]> {
  let query = db
    .selectFrom('appointment as a')
    .innerJoin('person as p', 'p.id', 'a.participant_id')
    .innerJoin('participant as t', 't.person_id', 'p.id')
    .innerJoin('coach as c', 'c.person_id', 'a.coach_id')
    .innerJoin('person as cp', 'cp.id', 'a.coach_id')
    .select([
      'a.id',
      'c.teams_link as link',
      sql<PlanRow['status']>`a.status`.as('status'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'p.id as participantId',
      'a.coach_id as coachId',
      'cp.full_name as coachName',
      undoableUntilSql(clock, caller).as('takeBackUntil'),
      'p.full_name as participantName',
      'p.phone',
      sql<string>`coalesce(p.email, '')`.as('email'),
      't.qualification',
      't.qualification_end as qualificationEnd',
      sql<string>`coalesce(a.booking_note, '')`.as('note'),
      sql<boolean>`a.coming_at IS NOT NULL`.as('coming'),
      attendedSql.as('attended'),
    ])
    .where('a.status', 'in', ['G', 'V'])
    .where('a.starts_at', '>=', from)
    .where('a.starts_at', '<', till)
    .orderBy('a.starts_at')
    .orderBy('a.id');
  if (coach !== null) query = query.where('a.coach_id', '=', coach);
  return query.execute();
}

/** Returns the upcoming booked appointments of participants, with any coach, in order of start. */
export async function listUpcomingAppointments(db: Db, clock: Clock, participants: number[]) {
  if (participants.length === 0) return [];
  return db
    .selectFrom('appointment as a')
    .innerJoin('person as c', 'c.id', 'a.coach_id')
    .select([
      'a.id',
      sql<number>`a.participant_id`.as('participantId'),
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'c.full_name as coachName',
    ])
    .where('a.participant_id', 'in', participants)
    .where('a.status', '=', 'G')
    .where('a.starts_at', '>', now(clock))
    .orderBy('a.starts_at')
    .execute();
}
