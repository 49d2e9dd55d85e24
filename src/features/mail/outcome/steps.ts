import { sql } from 'kysely';
import { now, type Clock, type Tx } from '../../../platform/database/db.ts';
import type { CancelKind } from '../../../shared/coaching.ts';
import {
  outcomeMails,
  stateOf,
  waitUntil,
  type BookingState,
  type Change,
  type Known,
  type Standing,
} from './outcome.words.ts';
import type { QueuedMail } from '../outbox.sql.ts';

/** The parts of the application that mails about changes need. */
export interface MailsOfChanges {
  clock: Clock;
  settings: { staffMailWaitSeconds: number };
}

/** How a booking stands, read in the transaction that changes it. */
export async function readStanding(tx: Tx, appointment: number): Promise<Standing> {
  const { status, cancelKind, ...place } = await tx
    .selectFrom('appointment')
    .select(['status', 'cancel_kind as cancelKind', 'coach_id as coach'])
    .select((e) => [e.ref('starts_at').$castTo<Date>().as('startsAt'), e.ref('ends_at').$castTo<Date>().as('endsAt')])
    .where('id', '=', appointment)
    .executeTakeFirstOrThrow();
  return { state: stateOf({ status, cancelKind: cancelKind as CancelKind | null }), ...place };
}

/** A mail about the outcome of changes, with what its person knew before; without `state` no change replaces it. */
export interface TellingMail extends QueuedMail {
  appointment: number;
  state?: BookingState | 'none';
  coach?: number;
  startsAt?: Date;
  endsAt?: Date;
}

/** One that is sent no earlier than `holdUntil`, if that is given. */
export type HeldMail = TellingMail & { holdUntil: Date | null };

/**
 * The mails about a change of a booking whose participant is locked, in the transaction that makes it (reference 11.7).
 * Mails about earlier changes that have not left are withdrawn, and each person is told the outcome alone.
 */
export async function tellOutcome(tx: Tx, clock: Clock, change: Change): Promise<TellingMail[]> {
  const [about] = change.mails;
  if (!about) return [];
  const waiting = await withdrawWaiting(tx, clock, { ...about, moves: change.left !== null });
  return outcomeMails(change, waiting).map(({ known, ...mail }) => {
    // What a participant does is not replaced by later changes, unless the mail tells somebody of earlier ones as well.
    if (change.doer !== null && !waiting.has(mail.person)) return mail;
    return known === 'none' ? { ...mail, state: known } : { ...mail, ...known };
  });
}

/** Queues mails about outcomes. Those about an absence can be withdrawn while they wait (`withdrawAbsenceMails`). */
export async function queueHeld(tx: Tx, mails: readonly HeldMail[], absence: number | null): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    INSERT INTO mail (kind, person_id, appointment_id, hold_until, known_state, known_coach_id, known_starts_at,
      known_ends_at, absence_id, to_hand_over)
    SELECT m.*, ${absence}::bigint, true FROM json_to_recordset(${JSON.stringify(mails)}) AS m (
      kind text, person bigint, appointment bigint, "holdUntil" timestamptz, state text, coach bigint,
      "startsAt" timestamptz, "endsAt" timestamptz
    )
  `.execute(tx);
}

/**
 * Queues the mails about a change (`tellOutcome`): those of staff wait, what a participant does is told at once. `at`
 * is the time of the change.
 */
export async function queueOutcome(tx: Tx, app: MailsOfChanges, change: Change, at: Date): Promise<void> {
  const mails = await tellOutcome(tx, app.clock, change);
  const seconds = change.doer === null ? app.settings.staffMailWaitSeconds : 0;
  const holdUntil = waitUntil(change, { now: at, seconds });
  await queueHeld(
    tx,
    mails.map((mail) => ({ ...mail, holdUntil })),
    null,
  );
}

interface WithdrawnRow {
  person: number;
  state: BookingState | 'none';
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Withdraws the mails about earlier changes of a booking, at whichever row, that were held and have not left; one that
 * is being sent at this moment has. Returns what each of their people knew before. A coach who is told that a booking
 * has gone to another one still is, unless it moves again (`moves`).
 */
async function withdrawWaiting(
  tx: Tx,
  clock: Clock,
  { appointment, moves }: { appointment: number; moves: boolean },
): Promise<Map<number, Known>> {
  const { rows } = await sql<WithdrawnRow>`
    WITH unsent AS MATERIALIZED (
      SELECT m.* FROM appointment b JOIN appointment a ON a.participant_id = b.participant_id
          AND coalesce(a.calendar_event, a.id) = coalesce(b.calendar_event, b.id)
        JOIN mail m ON m.appointment_id = a.id
      WHERE b.id = ${appointment} AND m.known_state IS NOT NULL AND m.hold_until IS NOT NULL
        AND num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0
        AND (${moves} OR m.kind <> 'appointmentHandedOver')
      ORDER BY m.id FOR UPDATE OF m
    )
    UPDATE mail m SET overtaken_at = ${now(clock)}, to_hand_over = false
    FROM unsent u
    -- Whoever is sending a mail holds this lock (see holdMail).
    WHERE m.id = u.id AND (u.to_hand_over OR pg_try_advisory_xact_lock(hashtextextended(u.id::text, 0)))
    RETURNING m.person_id AS person, m.known_state AS state, m.known_coach_id AS coach,
      m.known_starts_at AS "startsAt", m.known_ends_at AS "endsAt"
  `.execute(tx);
  return new Map(rows.map(({ person, state, ...place }) => [person, state === 'none' ? state : { state, ...place }]));
}
