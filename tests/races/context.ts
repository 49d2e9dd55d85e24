import { sql } from 'kysely';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { createFreeSlots, seedParticipantSessions } from '../support/bookings.ts';
import type { CallResponse, World } from '../support/world.ts';

/** The world in which a race runs, and the session of an admin. */
export interface RaceContext {
  world: World;
  adminSession: string;
}

/** A race: concurrent requests, and a fault that they must never cause. */
export interface Race {
  /** The number of the race in docs/security/threats.md, such as 'R01'. Several races can have the same number. */
  id: string;
  /** What must never happen, as a clause in the present tense. */
  fault: string;
  /** Runs one round with new people and appointments; returns whether the fault occurred. */
  runRound: (context: RaceContext) => Promise<boolean>;
  /**
   * The protection against the fault that a test can remove: the locks, the constraints with these names, or whatever
   * the statements in `guardRemovalSql` remove. Null if only the code itself prevents the fault.
   */
  guard: { locks?: true; constraints?: readonly string[]; guardRemovalSql?: string } | null;
  /** The share of the usual number of rounds that this race runs, 1 by default. Slow races run fewer rounds. */
  fractionOfRounds?: number;
  /**
   * Whether the fault is rare even without the guard: it occurs only once in hundreds of rounds. Provoking the fault
   * takes minutes, so only the long test does that.
   */
  isRareWithoutGuard?: true;
}

/** The result of some rounds of a race. */
export interface RoundResult {
  /** In how many rounds the fault occurred. */
  faultyRounds: number;
  /** How many rounds ran. */
  rounds: number;
}

/** Prepares a world for races. If a guard is given, removes its constraints and runs its SQL. */
export async function prepareRaces(world: World, guard: Race['guard'] = null): Promise<RaceContext> {
  for (const constraint of guard?.constraints ?? []) {
    const table = ['rating', 'waiting_offer'].find((name) => constraint.startsWith(name)) ?? 'appointment';
    await sql`ALTER TABLE ${sql.table(table)} DROP CONSTRAINT ${sql.ref(constraint)}`.execute(world.db);
  }
  if (guard?.guardRemovalSql) await sql.raw(guard.guardRemovalSql).execute(world.db);
  // A trigger slows down the insertion of PDF documents. So the competing request usually arrives during the insertion.
  await sql`
    CREATE FUNCTION sleep_briefly() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END $$
  `.execute(world.db);
  await sql`
    CREATE TRIGGER slow BEFORE INSERT ON document FOR EACH ROW
    WHEN (NEW.ending = 'pdf') EXECUTE FUNCTION sleep_briefly()
  `.execute(world.db);
  return { world, adminSession: await world.signIn(await world.addAdmin()) };
}

/** Runs at most `maxRounds` rounds, one after the other. Stops early once `maxFaults` rounds had the fault. */
export async function runRounds(
  race: Race,
  context: RaceContext,
  maxRounds: number,
  maxFaults = Infinity,
): Promise<RoundResult> {
  let roundCount = 0;
  let faultCount = 0;
  while (roundCount < maxRounds && faultCount < maxFaults) {
    roundCount++;
    if (await race.runRound(context)) faultCount++;
  }
  return { faultyRounds: faultCount, rounds: roundCount };
}

/** Returns the outcome of a call: 'success', the code of the refusal, or the HTTP status if there is neither. */
export function outcomeOf({ status, body }: CallResponse<object>): string {
  return status >= 500
    ? String(status)
    : (body.meta.code ?? (body.meta.status === 'success' ? 'success' : String(status)));
}

/** Books an appointment; returns the outcome. */
export const book = ({ world }: RaceContext, session: string, appointmentId: number) =>
  world.call(bookAppointment, session, { appointmentId }).then(outcomeOf);

/** Creates participants, each with a docx file; returns their ids and sessions. */
export async function createPeople(
  { world }: RaceContext,
  peopleCount: number,
): Promise<{ id: number; session: string }[]> {
  const sessions = await seedParticipantSessions(world.db, peopleCount);
  return Promise.all(
    sessions.map(async (session) => {
      const { rows } = await sql<{ id: number }>`
        SELECT person_id AS id FROM session WHERE id_hash = sha256(convert_to(${session}, 'UTF8'))
      `.execute(world.db);
      return { session, id: rows[0]?.id ?? 0 };
    }),
  );
}

/** Creates a coach with free slots, one per hour, that begin in a week; returns the slots' ids. */
export const createSlots = ({ world }: RaceContext, slotCount: number) => createFreeSlots(world.db, slotCount);

/** Creates a participant with a booking; returns their id, their session and the id of the booked slot. */
export async function createBooking(context: RaceContext) {
  const [person = { id: 0, session: '' }] = await createPeople(context, 1);
  const [slot = 0] = await createSlots(context, 1);
  await book(context, person.session, slot);
  return { ...person, slot };
}

/** Finds the rows that have the same start and coach as an appointment and are not cancelled (status K). */
export async function findUncancelledRowsAtTimeOf({ world }: RaceContext, appointment: number) {
  const { rows } = await sql<{ id: number; status: string; participant: number | null }>`
    SELECT a.id, a.status, a.participant_id AS participant FROM appointment a
    JOIN appointment b ON b.id = ${appointment} AND a.coach_id = b.coach_id AND a.starts_at = b.starts_at
    WHERE a.status <> 'K'
  `.execute(world.db);
  return rows;
}

/** Counts the rows of a table that match a condition. */
export async function countRows(
  { world }: RaceContext,
  table: string,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const statement = sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)} WHERE ${condition}`;
  const { rows } = await statement.execute(world.db);
  return rows[0]?.n ?? 0;
}

/** Counts how often an outcome occurs. */
export const countOutcomes = (outcomes: readonly string[], countedOutcome: string) =>
  outcomes.filter((outcome) => outcome === countedOutcome).length;

/** Counts the calls that succeeded. */
export const countSuccesses = (outcomes: readonly string[]) => countOutcomes(outcomes, 'success');
