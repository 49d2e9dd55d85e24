import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../platform/database/db.ts';
import type { CoachingType } from '../../shared/coaching.ts';
import type { FederalState } from '../../shared/states.ts';
import type { CalendarAppointment } from '../mail/exports.ts';

/** How many days a subscription reaches back; upcoming appointments are shown without a limit. */
const daysBack = 30;
/** The minimum time between two stored read times, so that most reads write nothing. */
const readTimeInterval = sql`interval '1 hour'`;

/** A subscription as stored, without the hash of its token. */
export interface FeedRow {
  person: number;
  initialsOnly: boolean;
  freeShown: boolean;
  createdAt: Date;
  readAt: Date | null;
}

/** A subscription with the facts needed to serve it. */
export interface ServableFeed extends FeedRow {
  roleId: number | null;
  /** Whether the stored read time is missing or more than an hour old. */
  isReadAtOutdated: boolean;
  now: Date;
}

const feedColumns = [
  'f.person_id as person',
  'f.initials_only as initialsOnly',
  'f.free_shown as freeShown',
  'f.created_at as createdAt',
  'f.read_at as readAt',
] as const;

/** Returns a person's subscription; null if there is none. */
export async function findFeedOfPerson(db: Db, person: number): Promise<FeedRow | null> {
  const row = await db
    .selectFrom('calendar_feed as f')
    .select(feedColumns)
    .where('f.person_id', '=', person)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Returns the subscription with this token hash; null for an unknown hash and for people without access. The statement
 * is the same in every case, so the response time reveals nothing.
 */
export async function findFeedByToken(db: Db, clock: Clock, hash: Buffer): Promise<ServableFeed | null> {
  const row = await db
    .selectFrom('calendar_feed as f')
    .innerJoin('person as p', 'p.id', 'f.person_id')
    .leftJoin('coach as c', 'c.person_id', 'p.id')
    .select([
      ...feedColumns,
      'p.role_id as roleId',
      sql<boolean>`coalesce(f.read_at < ${now(clock)} - ${readTimeInterval}, true)`.as('isReadAtOutdated'),
      now(clock).as('now'),
    ])
    .where('f.token_hash', '=', hash)
    .where('p.inactive_at', 'is', null)
    .where('p.anonymised_at', 'is', null)
    // A person without a role has no access, nor does an inactive coach (role 2).
    .where(sql<boolean>`p.role_id IS NOT NULL AND (p.role_id <> 2 OR coalesce(c.active, true))`)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the hash of a new token; an existing subscription keeps its settings. */
export async function saveFeedToken(tx: Tx, clock: Clock, person: number, hash: Buffer): Promise<void> {
  const values = { token_hash: hash, created_at: now(clock), read_at: null };
  await tx
    .insertInto('calendar_feed')
    .values({ person_id: person, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
}

/** Stores what a person's subscription shows; returns false if there is no subscription. */
export async function saveFeedChoices(
  db: Db,
  person: number,
  choices: { initialsOnly: boolean; freeShown: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('calendar_feed')
    .set({ initials_only: choices.initialsOnly, free_shown: choices.freeShown })
    .where('person_id', '=', person)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores that a subscription was read now. */
export async function updateReadAt(db: Db, clock: Clock, person: number): Promise<void> {
  await db
    .updateTable('calendar_feed')
    .set({ read_at: now(clock) })
    .where('person_id', '=', person)
    .execute();
}

/** Returns the federal state that a coach has chosen; null if they have chosen none or the person is not a coach. */
export async function findCoachState(db: Db, person: number): Promise<FederalState | null> {
  const row = await db
    .selectFrom('coach')
    .select(sql<FederalState | null>`state`.as('state'))
    .where('person_id', '=', person)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** An appointment in a calendar: a booking, a Speedcoaching or a free slot. */
export interface CalendarRow extends CalendarAppointment {
  id: number;
  coachId: number;
  participantId: number | null;
  status: 'F' | 'G';
  type: CoachingType;
  now: Date;
}

/** Selects appointments with all data for a calendar; `participant`, the participant's name, is '' if there is none. */
function selectCalendarRows(db: Db, clock: Clock) {
  return db
    .selectFrom('appointment as a')
    .innerJoin('coach as c', 'c.person_id', 'a.coach_id')
    .innerJoin('person as cp', 'cp.id', 'a.coach_id')
    .innerJoin('coaching_type as t', 't.id', 'a.type_id')
    .leftJoin('person as pp', 'pp.id', 'a.participant_id')
    .select([
      'a.id',
      sql<number>`coalesce(a.calendar_event, a.id)`.as('eventNumber'),
      'a.calendar_sequence as sequence',
      'a.moved_by_staff as movedByStaff',
      'a.coach_id as coachId',
      'a.participant_id as participantId',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'c.teams_link as teamsLink',
      sql<CalendarRow['status']>`a.status`.as('status'),
      sql<CalendarRow['type']>`t.label`.as('type'),
      'cp.full_name as coach',
      sql<string>`coalesce(pp.full_name, '')`.as('participant'),
      now(clock).as('now'),
    ]);
}

/** Returns a booked appointment; null if there is none with this id. */
export async function findBookedAppointment(db: Db, clock: Clock, appointment: number): Promise<CalendarRow | null> {
  const row = await selectCalendarRows(db, clock)
    .where('a.id', '=', appointment)
    .where('a.status', '=', 'G')
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Lists the appointments of a subscription from 30 days ago on, in order of start: a person's bookings as a participant
 * (`asParticipant`) and as a coach (`asCoach`). For a coach, the list includes Speedcoachings, which take place without
 * a booking, and with `withFreeSlots` also the upcoming free slots.
 */
export function listCalendarRows(
  db: Db,
  clock: Clock,
  person: number,
  { asCoach, asParticipant, withFreeSlots }: { asCoach: boolean; asParticipant: boolean; withFreeSlots: boolean },
): Promise<CalendarRow[]> {
  const since = sql<Date>`(SELECT ${now(clock)} - ${daysBack}::int * interval '1 day')`;
  return selectCalendarRows(db, clock)
    .where('a.starts_at', '>', since)
    .where((e) =>
      e.or([
        ...(asParticipant ? [e.and([e('a.participant_id', '=', person), e('a.status', '=', 'G')])] : []),
        ...(asCoach
          ? [
              e.and([
                e('a.coach_id', '=', person),
                e.or([
                  e('a.status', '=', 'G'),
                  // Type 2 is Speedcoaching.
                  e.and([e('a.status', '=', 'F'), e('a.type_id', '=', 2)]),
                  ...(withFreeSlots ? [e.and([e('a.status', '=', 'F'), e('a.starts_at', '>', now(clock))])] : []),
                ]),
              ]),
            ]
          : []),
      ]),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .execute();
}

/** Deletes a person's subscription; returns false if there was none. */
export async function deleteFeed(db: Db | Tx, person: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('calendar_feed').where('person_id', '=', person).executeTakeFirst();
  return numDeletedRows > 0n;
}
