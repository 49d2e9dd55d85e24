import { sql } from 'kysely';
import { bookAppointment } from '../../booking/contract.ts';
import { crowd, freeSlots, ground } from '../../booking/testing.ts';
import type { Answer, World } from '../testing.ts';

/** Where a race is run: a world with a location, and an admin who is signed in. */
export interface Arena {
  world: World;
  admin: string;
}

/** Something that happens twice at once, and must not. */
export interface Race {
  /** The line of docs/security/threats.md. */
  no: string;
  /** What must never happen. */
  fault: string;
  /** One round with people and appointments of its own; true when it happened. */
  round: (arena: Arena) => Promise<boolean>;
  /** What the guard consists of, to be taken away; null where nothing but the code itself stands in the way. */
  guard: { locks?: true; constraints?: readonly string[] } | null;
  /** How many times the usual rounds; dear ones are run more seldom. */
  share?: number;
  /** Without its guard the fault is seen once in hundreds of rounds: that takes minutes, and is shown by the trial alone. */
  rare?: true;
}

/** Makes a world ready for races; without the guard of one where that is given. */
export async function enter(world: World, guard: Race['guard'] = null): Promise<Arena> {
  await ground(world.db);
  for (const constraint of guard?.constraints ?? []) {
    const table = constraint.startsWith('rating') ? 'rating' : 'appointment';
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(constraint)}`.execute(world.db);
  }
  // Writing a document takes a moment, so that what comes in between does so in most rounds.
  await sql`
    CREATE FUNCTION take_a_moment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END $$
  `.execute(world.db);
  await sql`
    CREATE TRIGGER slow BEFORE INSERT ON document FOR EACH ROW WHEN (NEW.ending = 'pdf') EXECUTE FUNCTION take_a_moment()
  `.execute(world.db);
  return { world, admin: await world.signIn(await world.admin()) };
}

/** In how many of so many rounds it happened; ends early once it was seen `most` times. */
export async function violations(
  race: Race,
  arena: Arena,
  rounds: number,
  most = Infinity,
): Promise<{ seen: number; of: number }> {
  let seen = 0;
  let of = 0;
  while (of < rounds && seen < most) {
    of++;
    if (await race.round(arena)) seen++;
  }
  return { seen, of };
}

/** What somebody was told: 'success', the code of the refusal, or the status where there is neither. */
export function told({ status, body }: Answer<object>): string {
  return status >= 500
    ? String(status)
    : (body.meta.code ?? (body.meta.status === 'success' ? 'success' : String(status)));
}

export const book = ({ world }: Arena, session: string, appointmentId: number) =>
  world.call(bookAppointment, session, { appointmentId }).then(told);

/** Participants with a Word file, with their sessions. */
export async function people({ world }: Arena, howMany: number): Promise<{ id: number; session: string }[]> {
  const sessions = await crowd(world.db, howMany);
  return Promise.all(
    sessions.map(async (session) => {
      const { rows } = await sql<{ id: number }>`
        SELECT person_id AS id FROM session WHERE id_hash = sha256(convert_to(${session}, 'UTF8'))
      `.execute(world.db);
      return { session, id: rows[0]?.id ?? 0 };
    }),
  );
}

export const slots = ({ world }: Arena, howMany: number) => freeSlots(world.db, howMany);

/** Somebody with a booking: the person, their session, the appointment. */
export async function booking(arena: Arena) {
  const [person = { id: 0, session: '' }] = await people(arena, 1);
  const [slot = 0] = await slots(arena, 1);
  await book(arena, person.session, slot);
  return { ...person, slot };
}

/** The live rows on the stretch of an appointment. */
export async function liveAt({ world }: Arena, appointment: number) {
  const { rows } = await sql<{ id: number; status: string; participant: number | null }>`
    SELECT a.id, a.status, a.participant_id AS participant FROM appointment a
    JOIN appointment b ON b.id = ${appointment} AND a.coach_id = b.coach_id AND a.starts_at = b.starts_at
    WHERE a.status <> 'K'
  `.execute(world.db);
  return rows;
}

/** How many rows of a table fulfil a condition. */
export async function count(
  { world }: Arena,
  table: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${condition}`.execute(world.db);
  return rows[0]?.n ?? 0;
}

/** How many of the outcomes are this one. */
export const times = (outcomes: readonly string[], outcome = 'success') =>
  outcomes.filter((one) => one === outcome).length;
