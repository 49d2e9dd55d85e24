import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../../../platform/database/db.ts';
import { reminderKinds, reminderTimes, type BookingTimes, type ReminderKind } from '../rules.ts';

/** A reminder that may be due; `now` is the database's time when the reminder is read. */
export interface ReminderCandidate extends BookingTimes {
  kind: ReminderKind;
  appointment: number;
  person: number;
  now: Date;
}

/**
 * The reminders that may be due and are not queued yet, for booked appointments of active participants. Leaves out the
 * kinds that a participant has switched off, and invitations to rate an appointment that is already rated. Reads only a
 * few thousand rows of an index, even if there are very many appointments.
 */
export async function listReminderCandidates(db: Db, clock: Clock): Promise<ReminderCandidate[]> {
  const ranges = reminderKinds.map((kind) => ({ kind, ...reminderTimes[kind].startsWithinHours }));
  const { rows } = await sql<ReminderCandidate>`
    WITH moment AS MATERIALIZED (SELECT ${now(clock)} AS now)
    SELECT k.kind, a.id AS appointment, a.participant_id AS person, a.starts_at AS "startsAt", a.ends_at AS "endsAt",
      coalesce(a.moved_at, a.booked_at, a.created_at) AS "bookedAt", k.now
    FROM (
      SELECT kind, now, now + "from" * interval '1 hour' AS earliest, now + "to" * interval '1 hour' AS latest
      FROM json_to_recordset(${JSON.stringify(ranges)}::json) AS r(kind text, "from" integer, "to" integer), moment
    ) k
    JOIN appointment a ON a.status = 'G' AND a.starts_at >= k.earliest AND a.starts_at <= k.latest
    JOIN person p ON p.id = a.participant_id AND p.inactive_at IS NULL AND p.email IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM reminder r WHERE r.appointment_id = a.id AND r.kind = k.kind)
      AND NOT EXISTS (
        SELECT FROM reminder_choice c WHERE c.person_id = a.participant_id AND c.kind = k.kind AND NOT c.wanted
      )
      AND NOT (k.kind = 'ratingInvitation' AND EXISTS (SELECT FROM rating WHERE appointment_id = a.id))
  `.execute(db);
  return rows;
}

/** Marks reminders as queued. Returns the reminders that were not marked before. */
export async function claimReminders(
  tx: Tx,
  clock: Clock,
  reminders: readonly ReminderCandidate[],
): Promise<ReminderCandidate[]> {
  const rows = await tx
    .insertInto('reminder')
    .values(reminders.map(({ appointment, kind }) => ({ appointment_id: appointment, kind, queued_at: now(clock) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['appointment_id', 'kind'])
    .execute();
  const newlyMarkedKeys = new Set(rows.map((row) => `${row.kind} ${row.appointment_id}`));
  return reminders.filter((row) => newlyMarkedKeys.has(`${row.kind} ${row.appointment}`));
}

/**
 * Deletes the marks of queued reminders after ten days. The last reminder of a booking is sent at most a week after the
 * first one, so no reminder is queued twice.
 */
export async function deleteOldReminders(db: Db, clock: Clock): Promise<void> {
  await sql`DELETE FROM reminder WHERE queued_at <= ${now(clock)} - interval '10 days'`.execute(db);
}

/** Which kinds of reminder a person gets. Every kind is on until it is switched off. */
export async function loadReminderChoices(db: Db | Tx, person: number): Promise<Record<ReminderKind, boolean>> {
  const rows = await db
    .selectFrom('reminder_choice')
    .select(['kind', 'wanted'])
    .where('person_id', '=', person)
    .execute();
  const isWanted = (kind: ReminderKind) => rows.find((row) => row.kind === kind)?.wanted ?? true;
  return Object.fromEntries(reminderKinds.map((kind) => [kind, isWanted(kind)])) as Record<ReminderKind, boolean>;
}

/**
 * Switches kinds of reminder on or off for a person; kinds that `choices` does not contain stay as they are. A reminder
 * that is queued already is not sent if its kind is switched off.
 */
export async function saveReminderChoices(
  tx: Tx,
  person: number,
  choices: Partial<Record<ReminderKind, boolean>>,
): Promise<void> {
  const rows = reminderKinds.flatMap((kind) => {
    const wanted = choices[kind];
    return wanted === undefined ? [] : [{ person_id: person, kind, wanted }];
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('reminder_choice')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'kind']).doUpdateSet((e) => ({ wanted: e.ref('excluded.wanted') })),
    )
    .execute();
}
