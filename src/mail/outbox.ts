import { sql } from 'kysely';
import { now, nowShifted, type Clock, type Db, type Tx } from '../server/db.ts';
import { prepare } from '../server/prepared.ts';
import type { AppointmentKind } from './appointment-words.ts';
import { reminderKinds, type ReminderKind } from './rules.ts';

/** News of the second factor of one's own sign-in. */
type SecondFactorKind = 'secondFactorOn' | 'secondFactorOff' | 'recoveryCodeUsed';

/** The messages of the product. Which words and secrets they need is decided when they are sent. */
export type MailKind =
  | 'confirmation'
  | 'temporaryPassword'
  | 'passwordChanged'
  | 'emailChanged'
  | 'emailReplaced'
  | SecondFactorKind
  | 'registrationTried'
  | 'readMuch'
  | 'fileFromCoach'
  | 'accountEnds'
  | AppointmentKind
  | ReminderKind;

/** One message to one person; `appointment` where it speaks of one. */
export interface QueuedMail {
  kind: MailKind;
  person: number;
  appointment?: number;
}

/**
 * Messages as part of a larger statement that is written out: `mails` is SQL that yields kind, person and appointment of
 * each.
 */
export const queueing = (mails: string) =>
  `INSERT INTO mail (kind, person_id, appointment_id, to_hand_over) SELECT *, true FROM (${mails}) m`;

const queue = prepare(
  'mail.queue',
  queueing(`SELECT m->>'kind', (m->>'person')::bigint, (m->>'appointment')::bigint FROM json_array_elements($1) m`),
);

/** Queues messages in the transaction that causes them: they leave if, and only if, it commits. */
export async function queueMail(tx: Tx, mails: QueuedMail[]): Promise<void> {
  if (mails.length > 0) await queue(tx, JSON.stringify(mails));
}

/** Tells the mailbox that a person had until now, in the transaction that gives them another one. */
export async function queueToOldMailbox(tx: Tx, person: number, address: string): Promise<void> {
  await tx
    .insertInto('mail')
    .values({ kind: 'emailReplaced' satisfies MailKind, person_id: person, address, to_hand_over: true })
    .execute();
}

/** The mails of what an admin sets an appointment to. A wrong choice is put right within seconds, often by several more. */
const changeKinds = [
  'appointmentCancelledByUs',
  'appointmentGoodwill',
  'appointmentMissed',
  'appointmentSetBack',
] as const satisfies AppointmentKind[];
export type ChangeKind = (typeof changeKinds)[number];

/** How long an appointment must have been left alone until people are told of its change, seconds. */
const calmAfterChange = 5;

/** Both tell that an appointment is booked; every other state has one kind of mail. */
const stateTold = (kind: string | undefined) => (kind === 'appointmentSetBack' ? 'appointmentBooked' : kind);

/**
 * Queues the mails of what an admin has set a locked appointment to. They wait for the last word: those of an earlier
 * change that wait still are overtaken, and whoever has been told of this very state last is not told again.
 */
export async function queueChange(
  tx: Tx,
  clock: Clock,
  { kind, appointment, people }: { kind: ChangeKind; appointment: number; people: number[] },
): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ overtaken_at: now(clock), to_hand_over: false })
    .where('appointment_id', '=', appointment)
    .where('kind', 'in', changeKinds)
    .where('to_hand_over', '=', true)
    .execute();
  const told = await tx
    .selectFrom('mail')
    .distinctOn('person_id')
    .select(['person_id as person', 'kind'])
    .where('appointment_id', '=', appointment)
    .where('kind', 'in', [...changeKinds, 'appointmentBooked', 'appointmentCancelled'])
    .where(sql<boolean>`num_nonnulls(failed_at, overtaken_at) = 0`)
    .orderBy('person_id')
    .orderBy('created_at', 'desc')
    .execute();
  const lastOf = new Map(told.map((mail) => [mail.person, mail.kind]));
  await queueMail(
    tx,
    people
      .filter((person) => stateTold(lastOf.get(person)) !== stateTold(kind))
      .map((person) => ({ kind, person, appointment })),
  );
}

const hand = prepare(
  'mail.handOver',
  `WITH waiting AS MATERIALIZED (
    SELECT id, kind = ANY ($1::text[]) AS reminds FROM mail
    WHERE to_hand_over
      AND (kind <> ALL ($3::text[]) OR created_at <= ${nowShifted('$4')} - ${calmAfterChange} * interval '1 second')
    ORDER BY reminds, created_at LIMIT $2 FOR UPDATE SKIP LOCKED
  ), handed AS (
    UPDATE mail m SET to_hand_over = false FROM waiting w WHERE m.id = w.id RETURNING m.id, w.reminds, m.created_at
  ), jobs AS (
    SELECT array_agg((
      'mail', json_build_object('id', id), NULL, NULL, NULL, NULL, CASE WHEN reminds THEN 1 ELSE 0 END, NULL
    )::graphile_worker.job_spec ORDER BY created_at) AS specs
    FROM handed HAVING count(*) > 0
  )
  SELECT count(*) FROM jobs CROSS JOIN graphile_worker.add_jobs(specs)`,
);

/**
 * Hands messages that were queued over to the workers, each once, the oldest first, at most so many; those of an admin's
 * change once the appointment has been left alone for a while. Reminders, which come in crowds, let all others pass. One call of the queue takes them all, for it rings its bell once for each call.
 */
export async function handOver(db: Db, clock: Clock, most: number): Promise<void> {
  await hand(db, reminderKinds, most, changeKinds, clock.shiftMs);
}

/**
 * Queues the mail of a forgotten password: a one-time password for a confirmed, active account, the confirmation link
 * again for an unconfirmed one, nothing for an unknown one. The same statements run in every case, so that the time
 * of the answer tells nothing (contract §4).
 */
export async function queueForgotten(tx: Tx, email: string): Promise<void> {
  await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id)
      SELECT CASE WHEN confirmed_at IS NULL THEN 'confirmation' ELSE 'temporaryPassword' END, id
      FROM person WHERE lower(email) = lower(${email}) AND inactive_at IS NULL
      RETURNING id
    )
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', coalesce((SELECT id FROM queued), gen_random_uuid()))
    )
  `.execute(tx);
}

/**
 * Tells the owner of a confirmed, active account that somebody tried to register with its e-mail, at most once a day;
 * answers the person's id, null where nobody is told.
 */
export async function queueRegistrationTried(tx: Tx, email: string): Promise<number | null> {
  const { rows } = await sql<{ person: number }>`
    WITH queued AS (
      INSERT INTO mail (kind, person_id)
      SELECT 'registrationTried', p.id
      FROM person p
      WHERE lower(p.email) = lower(${email}) AND p.inactive_at IS NULL AND p.confirmed_at IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM mail m
          WHERE m.person_id = p.id AND m.kind = 'registrationTried'
            AND m.created_at > clock_timestamp() - interval '24 hours'
        )
      RETURNING id, person_id
    )
    SELECT person_id AS person, graphile_worker.add_job('mail', json_build_object('id', id)) FROM queued
  `.execute(tx);
  return rows[0]?.person ?? null;
}

/**
 * Sends a mail again: a fresh one of the same kind, with a Message-ID of its own, for programs hide a second mail of
 * the same. False while it still waits, for then it leaves anyway, and for an unknown id.
 */
export async function queueAgain(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    WITH queued AS (
      INSERT INTO mail (kind, person_id, appointment_id)
      SELECT kind, person_id, appointment_id FROM mail
      WHERE id = ${id} AND num_nonnulls(sent_at, failed_at, overtaken_at) = 1
      RETURNING id
    )
    SELECT graphile_worker.add_job('mail', json_build_object('id', id)) FROM queued
  `.execute(tx);
  return rows.length === 1;
}

/** Has a mail tried again in so many seconds. */
export async function queueRetry(tx: Tx, id: string, seconds: number): Promise<void> {
  await sql`
    SELECT graphile_worker.add_job(
      'mail',
      json_build_object('id', ${id}::text),
      run_at => clock_timestamp() + ${seconds}::double precision * interval '1 second'
    )
  `.execute(tx);
}
