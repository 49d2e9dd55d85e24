import { sql } from 'kysely';
import { now, type Clock, type Db, type Tx } from '../server/db.ts';
import type { MailKind } from './outbox.ts';
import { reminderKinds, type ReminderKind } from './rules.ts';

/** A queued mail with all that its message may need; null parts where the mail does not speak of them. */
export interface QueuedFacts {
  kind: MailKind;
  person: number;
  /** Null once the person was anonymised. */
  email: string | null;
  firstName: string;
  confirmed: boolean;
  inactive: boolean;
  appointment: {
    id: number;
    /** How often its state has changed. */
    sequence: number;
    status: string;
    /** 'byParticipant', 'byAdmin' or 'goodwill'; null unless cancelled. */
    cancelKind: string | null;
    startsAt: Date;
    endsAt: Date;
    coachId: number;
    coach: string;
    participant: string;
    teamsLink: string;
  } | null;
  /** The database's time. */
  now: Date;
}

/** Loads an unsent mail; null when it is gone or sent. */
export async function loadUnsent(db: Db, clock: Clock, id: string): Promise<QueuedFacts | null> {
  const row = await db
    .selectFrom('mail as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('appointment as a', 'a.id', 'm.appointment_id')
    .leftJoin('coach as c', 'c.person_id', 'a.coach_id')
    .leftJoin('person as cp', 'cp.id', 'a.coach_id')
    .leftJoin('person as tp', 'tp.id', 'a.participant_id')
    .select([
      'm.kind',
      'p.id as person',
      'p.email',
      'p.first_name as firstName',
      sql<boolean>`p.confirmed_at IS NOT NULL`.as('confirmed'),
      sql<boolean>`p.inactive_at IS NOT NULL`.as('inactive'),
      'a.id as appointmentId',
      'a.calendar_sequence as sequence',
      'a.status',
      'a.cancel_kind as cancelKind',
      'a.starts_at as startsAt',
      'a.ends_at as endsAt',
      'a.coach_id as coachId',
      'c.teams_link as teamsLink',
      sql<string>`coalesce(cp.full_name, '')`.as('coach'),
      sql<string>`coalesce(tp.full_name, '')`.as('participant'),
      now(clock).as('now'),
    ])
    .where('m.id', '=', id)
    .where('m.sent_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { kind, person, email, firstName, confirmed, inactive, coach, participant } = row;
  const { sequence, status, cancelKind, startsAt, endsAt, coachId, teamsLink } = row;
  const about = { id: row.appointmentId, sequence, status, startsAt, endsAt, coachId, teamsLink };
  return {
    ...{ kind: kind as MailKind, person, email, firstName, confirmed, inactive, now: row.now },
    appointment: isComplete(about) ? { ...about, cancelKind, coach, participant } : null,
  };
}

type Complete<T> = { [Field in keyof T]: NonNullable<T[Field]> };

/** An outer join that met a row leaves none of its required columns empty. */
function isComplete<T extends object>(joined: T): joined is T & Complete<T> {
  return Object.values(joined).every((value) => value !== null);
}

const hours = { confirmation: 48, temporaryPassword: 24 };

/**
 * Stores the hash of the secret of a mail that is about to leave; it ends 48 (confirmation) or 24 hours later by the
 * database. False where the mail was withdrawn meanwhile: then its secret opens nothing.
 */
export async function keepHash(
  db: Db,
  clock: Clock,
  mail: string,
  kind: 'confirmation' | 'temporaryPassword',
  hash: string,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO credential (person_id, kind, hash, expires_at)
    SELECT person_id, ${kind}, ${hash}, ${now(clock)} + ${hours[kind]} * interval '1 hour'
    FROM mail WHERE id = ${mail} FOR UPDATE
    RETURNING id
  `.execute(db);
  return rows.length > 0;
}

/** Remembers that a mail has left. */
export async function markSent(db: Db, clock: Clock, id: string): Promise<void> {
  await db
    .updateTable('mail')
    .set({ sent_at: now(clock) })
    .where('id', '=', id)
    .execute();
}

/**
 * Gives jobs back whose worker is gone: those of the pools of workers that are named, and those held for five minutes
 * by anybody. No mail takes that long: the time limits of its connections end it before.
 */
export async function unlockAbandoned(db: Db, pools: string[]): Promise<void> {
  await sql`
    SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs
    WHERE locked_by = ANY (${pools}) OR locked_at < clock_timestamp() - interval '5 minutes'
  `.execute(db);
}

/** Which reminders a person wants; all of them until one is switched off. */
export async function loadReminderChoices(db: Db | Tx, person: number): Promise<Record<ReminderKind, boolean>> {
  const rows = await db
    .selectFrom('reminder_choice')
    .select(['kind', 'wanted'])
    .where('person_id', '=', person)
    .execute();
  const wants = (kind: ReminderKind) => rows.find((row) => row.kind === kind)?.wanted ?? true;
  return Object.fromEntries(reminderKinds.map((kind) => [kind, wants(kind)])) as Record<ReminderKind, boolean>;
}

/** Switches reminders on or off; kinds that are left out stay as they are. It also holds for those queued already. */
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
