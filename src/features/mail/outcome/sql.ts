import { sql } from 'kysely';
import { now, type Clock, type Tx } from '../../../platform/database/db.ts';
import type { CancelKind } from '../../../shared/coaching.ts';
import type { AppointmentKind } from '../kinds/appointment.words.ts';
import { stateOf, type BookingSnapshot, type BookingState, type KnownBooking } from './rules.ts';

/** Reads the state, coach and time that a booking has now in the transaction. */
export async function readBookingSnapshot(tx: Tx, appointment: number): Promise<BookingSnapshot> {
  const { status, cancelKind, ...timeAndCoach } = await tx
    .selectFrom('appointment')
    .select(['status', 'cancel_kind as cancelKind', 'coach_id as coach'])
    .select((e) => [e.ref('starts_at').$castTo<Date>().as('startsAt'), e.ref('ends_at').$castTo<Date>().as('endsAt')])
    .where('id', '=', appointment)
    .executeTakeFirstOrThrow();
  return { state: stateOf({ status, cancelKind: cancelKind as CancelKind | null }), ...timeAndCoach };
}

/**
 * A mail to queue, with the state, coach and time of the booking that its recipient knew before, or the state 'none'. A
 * mail without a `state` is not replaced by mails about later changes of the booking.
 */
export interface OutcomeMailRow {
  kind: AppointmentKind;
  person: number;
  appointment: number;
  state?: BookingState | 'none';
  coach?: number;
  startsAt?: Date;
  endsAt?: Date;
}

/** How long mails are held, and to which absence they belong. */
export interface MailHold {
  /** Null if the mails are sent immediately. */
  until: Date | null;
  /** The id of the absence that caused the change (see `withdrawAbsenceMails`); null if there is none. */
  absence: number | null;
}

/** Queues mails about a change of a booking. */
export async function insertMails(
  tx: Tx,
  mails: readonly OutcomeMailRow[],
  { until, absence }: MailHold,
): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    INSERT INTO mail (kind, person_id, appointment_id, known_state, known_coach_id, known_starts_at, known_ends_at,
      hold_until, absence_id, to_hand_over)
    SELECT m.*, ${until}::timestamptz, ${absence}::bigint, true FROM json_to_recordset(${JSON.stringify(mails)}) AS m (
      kind text, person bigint, appointment bigint, state text, coach bigint, "startsAt" timestamptz,
      "endsAt" timestamptz
    )
  `.execute(tx);
}

interface WithdrawnRow {
  person: number;
  state: BookingState | 'none';
  coach: number;
  startsAt: Date;
  endsAt: Date;
}

/**
 * Withdraws the unsent held mails about earlier changes of a booking by marking them as superseded (`overtaken_at`).
 * Mails about appointments from which the booking was moved are included. A mail that is being sent right now counts as
 * sent. A mail that informs a coach that a colleague has the booking is withdrawn only if the booking is moved again
 * (`isMove`). Returns for each recipient of a withdrawn mail what the recipient knew before.
 */
export async function withdrawHeldMails(
  tx: Tx,
  clock: Clock,
  { appointment, isMove }: { appointment: number; isMove: boolean },
): Promise<Map<number, KnownBooking>> {
  const { rows } = await sql<WithdrawnRow>`
    WITH unsent AS MATERIALIZED (
      SELECT m.* FROM appointment changed
        JOIN appointment a ON a.participant_id = changed.participant_id
          AND coalesce(a.calendar_event, a.id) = coalesce(changed.calendar_event, changed.id)
        JOIN mail m ON m.appointment_id = a.id
      WHERE changed.id = ${appointment} AND m.known_state IS NOT NULL AND m.hold_until IS NOT NULL
        AND num_nonnulls(m.sent_at, m.failed_at, m.overtaken_at) = 0
        AND (${isMove} OR m.kind <> 'appointmentHandedOver')
      ORDER BY m.id FOR UPDATE OF m
    )
    UPDATE mail m SET overtaken_at = ${now(clock)}, to_hand_over = false
    FROM unsent u
    -- The worker that sends a mail holds this lock (see withMailLock).
    WHERE m.id = u.id AND (u.to_hand_over OR pg_try_advisory_xact_lock(hashtextextended(u.id::text, 0)))
    RETURNING m.person_id AS person, m.known_state AS state, m.known_coach_id AS coach,
      m.known_starts_at AS "startsAt", m.known_ends_at AS "endsAt"
  `.execute(tx);
  return new Map(
    rows.map(({ person, state, ...timeAndCoach }) => [person, state === 'none' ? state : { state, ...timeAndCoach }]),
  );
}
