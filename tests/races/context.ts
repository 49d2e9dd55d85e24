import { sql } from 'kysely';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipants } from '../support/bookings.ts';
import type { Answer, World } from '../support/world.ts';

/** The world of a race, and the session of an admin. */
export interface RaceContext {
  world: World;
  admin: string;
}

/** Concurrent requests, and a fault that they must never cause. */
export interface Race {
  /** The number of the race in docs/security/threats.md. */
  no: string;
  /** The fault that must never happen, as a clause. */
  fault: string;
  /** Runs one round with new people and appointments; returns whether the fault happened. */
  runRound: (context: RaceContext) => Promise<boolean>;
  /**
   * The guard against the fault that a test can remove: the locks, the constraints, or what the SQL in `removingSql`
   * removes; null if only the code itself prevents the fault.
   */
  guard: { locks?: true; constraints?: readonly string[]; removingSql?: string } | null;
  /** The share of the usual number of rounds that this race runs; expensive races run fewer. */
  roundShare?: number;
  /**
   * Whether the fault is rare even without the guard: it occurs once in hundreds of rounds. Provoking it takes minutes,
   * so only the long test does.
   */
  rare?: true;
}

/** Prepares a world for races, and removes a guard if one is given. */
export async function prepareRaces(world: World, guard: Race['guard'] = null): Promise<RaceContext> {
  for (const constraint of guard?.constraints ?? []) {
    const table = ['rating', 'waiting_offer'].find((name) => constraint.startsWith(name)) ?? 'appointment';
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(constraint)}`.execute(world.db);
  }
  if (guard?.removingSql) await sql.raw(guard.removingSql).execute(world.db);
  // Slows down the insertion of a document, so in most rounds the other request arrives during it.
  await sql`
    CREATE FUNCTION take_a_moment() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END $$
  `.execute(world.db);
  await sql`
    CREATE TRIGGER slow BEFORE INSERT ON document FOR EACH ROW WHEN (NEW.ending = 'pdf') EXECUTE FUNCTION take_a_moment()
  `.execute(world.db);
  return { world, admin: await world.signIn(await world.admin()) };
}

/** Runs rounds until `maxSeen` have shown the fault; returns how many have (`seen`) of how many rounds (`of`). */
export async function runRounds(
  race: Race,
  context: RaceContext,
  rounds: number,
  maxSeen = Infinity,
): Promise<{ seen: number; of: number }> {
  let seen = 0;
  let of = 0;
  while (of < rounds && seen < maxSeen) {
    of++;
    if (await race.runRound(context)) seen++;
  }
  return { seen, of };
}

/** The outcome of an answer: 'success', the code of the refusal, or the HTTP status if there is neither. */
export function outcomeOf({ status, body }: Answer<object>): string {
  return status >= 500
    ? String(status)
    : (body.meta.code ?? (body.meta.status === 'success' ? 'success' : String(status)));
}

export const book = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(bookAppointment, session, { appointmentId }).then(outcomeOf);

/** Creates participants with a Word file; returns their ids and sessions. */
export async function createPeople(
  { world }: RaceContext,
  howMany: number,
): Promise<{ id: number; session: string }[]> {
  const sessions = await seedParticipants(world.db, howMany);
  return Promise.all(
    sessions.map(async (session) => {
      const { rows } = await sql<{ id: number }>`
        SELECT person_id AS id FROM session WHERE id_hash = sha256(convert_to(${session}, 'UTF8'))
      `.execute(world.db);
      return { session, id: rows[0]?.id ?? 0 };
    }),
  );
}

export const createSlots = ({ world }: RaceContext, howMany: number) => createFreeSlots(world.db, howMany);

/** Creates a participant with a booking; returns their id, their session and the booked slot. */
export async function createBooking(context: RaceContext) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  const [slot = 0] = await createSlots(context, 1);
  await book(context, person.session, slot);
  return { ...person, slot };
}

/** The rows that are not cancelled at the time and with the coach of an appointment. */
export async function uncancelledRowsAt({ world }: RaceContext, appointment: number) {
  const { rows } = await sql<{ id: number; status: string; participant: number | null }>`
    SELECT a.id, a.status, a.participant_id AS participant FROM appointment a
    JOIN appointment b ON b.id = ${appointment} AND a.coach_id = b.coach_id AND a.starts_at = b.starts_at
    WHERE a.status <> 'K'
  `.execute(world.db);
  return rows;
}

/** How many rows of a table match a condition. */
export async function count(
  { world }: RaceContext,
  table: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${condition}`.execute(world.db);
  return rows[0]?.n ?? 0;
}

/** How often an outcome occurs. */
export const countOutcomes = (outcomes: readonly string[], outcome = 'success') =>
  outcomes.filter((one) => one === outcome).length;
