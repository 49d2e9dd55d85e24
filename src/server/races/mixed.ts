import fc from 'fast-check';
import { sql } from 'kysely';
import { staysActive } from '../../accounts/sql.ts';
import { createAppointment, deleteAppointment, importAppointments } from '../../appointments/contract.ts';
import { bookable, cancelAppointment, myAppointment } from '../../booking/contract.ts';
import { renewFeed } from '../../calendar/contract.ts';
import { editCoach } from '../../coaches/contract.ts';
import { actionFlags, changeBooking } from '../../corrections/contract.ts';
import { adminActions } from '../../corrections/rules.ts';
import { deleteFile, uploadFiles } from '../../files/contract.ts';
import { changeReminder } from '../../mail/contract.ts';
import { changeActiveStatus, changeUserData, searchAll } from '../../participants/contract.ts';
import { rateCoaching, submissionOf } from '../../ratings/contract.ts';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { transact } from '../db.ts';
import { findBroken, type Broken } from '../invariants.ts';
import { startSession } from '../session.ts';
import { inDays, type Answer, type World } from '../testing.ts';
import { book, people, told, type Arena } from './arena.ts';

/** What many deeds at once came to. */
export interface Mixed {
  operations: number;
  /** How often each outcome came: 'success', codes of refusals, statuses. */
  outcomes: Record<string, number>;
  /** Answers of 500 and above; a deadlock that no further try has solved is one of them. */
  faults: number;
  /** Deadlocks that the database has broken, whatever became of their deeds. */
  deadlocks: number;
  broken: Broken[];
}

/** So few that everybody gets in everybody's way. */
const few = { participants: 8, coaches: 3, stretches: 8 };
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
/** Fewer than the app has connections: what is refused then is not refused for want of one. */
const inFlight = 16;

/**
 * So many deeds of all kinds by few people at few appointments, many at once, chosen by a seed; then every rule of the
 * data is asked.
 */
export async function mix(arena: Arena, { operations, seed }: { operations: number; seed: number }): Promise<Mixed> {
  const { world } = arena;
  const before = await deadlocksOf(world);
  const stage = await setUp(arena);
  const outcomes: Record<string, number> = {};
  const chosen = fc.sample(fc.tuple(fc.nat(9_999), fc.nat(9_999), fc.nat(9_999)), { seed, numRuns: operations });
  const queue = chosen.values();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const [which, a, b] of queue) {
        const outcome = await carryOut(arena, stage, which, a, b);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }),
  );
  const faults = Object.entries(outcomes).reduce((sum, [outcome, n]) => sum + (/^5\d\d$/.test(outcome) ? n : 0), 0);
  // The counters of a database are written down a moment after the transactions.
  await sql`SELECT pg_stat_force_next_flush()`.execute(world.db).catch(() => {});
  const deadlocks = (await deadlocksOf(world)) - before;
  return { operations, outcomes, faults, deadlocks, broken: await findBroken(world.db) };
}

async function deadlocksOf({ db }: World): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()
  `.execute(db);
  return rows[0]?.n ?? 0;
}

interface Stage {
  participants: { id: number; session: string }[];
  coaches: { id: number; email: string }[];
}

async function setUp(arena: Arena): Promise<Stage> {
  const { world } = arena;
  const participants = await people(arena, few.participants);
  const coaches = await Promise.all(
    Array.from({ length: few.coaches }, async (_, at) => {
      const email = `mixed${at}-${participants[0]?.id}@race.example`;
      return { id: await world.coach({ email }), email };
    }),
  );
  for (const { id } of coaches)
    for (let day = 0; day < few.stretches; day++) await world.appointment(id, inDays(4 + day, '10:00'));
  for (const [at, { id }] of participants.entries())
    await world.appointment(coaches[at % few.coaches]?.id ?? 0, inDays(-3 - at, '10:00'), { participant: id });
  return { participants, coaches };
}

/** Carries one deed out, on people and appointments that `a` and `b` choose out of those that there are at the moment. */
async function carryOut(arena: Arena, stage: Stage, which: number, a: number, b: number): Promise<string> {
  const { world, admin } = arena;
  const { session, id: participantId } = stage.participants[a % few.participants] ?? { session: '', id: 0 };
  const coach = stage.coaches[b % few.coaches] ?? { id: 0, email: '' };
  const appointmentId = await someAppointment(arena, stage, a + b, participantId);
  const day = addDays(dateOf(new Date()), 4 + (b % few.stretches));
  const stretch = { type: 'Einzelcoaching', date: day, fromTime: '10:00', tillTime: '10:45', coachId: coach.id };
  const calendar = `Coach-E-Mail;Typ;Datum;Von;Bis\n${coach.email};Einzelcoaching;${day};10:00;10:45\n`;
  const data = {
    firstName: 'Kim',
    lastName: `Eilig ${b}`,
    email: `mixed${participantId}@race.example`,
    phoneNumber: '0221123',
  };
  const profile = { qualification: 'x', startOfQualification: '2026-01-01', endOfQualification: '2026-12-31' };
  const object = { id: coach.id, user_id: coach.id, vorname: 'Cleo', nachname: 'Coach', email: coach.email };
  const rating = { stars: [5, 5, 5, 5, 5, (b % 5) + 1], personalFeedback: '', freeText: '', topics: [], wishes: [] };

  const deeds: [weight: number, deed: () => Promise<Answer<object> | string>][] = [
    [30, () => book(arena, session, appointmentId)],
    [15, () => world.call(cancelAppointment, session, { appointmentId })],
    [
      15,
      () => world.call(changeBooking, admin, { appointmentId, action: actionFlags(adminActions[b % 4] ?? 'booked') }),
    ],
    [6, () => world.call(deleteAppointment, admin, { appointmentId })],
    [10, () => world.call(createAppointment, admin, { ...stretch, participantId: b % 3 === 0 ? participantId : null })],
    [
      3,
      () => world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes: Buffer.from(calendar) }]),
    ],
    [3, () => world.call(changeActiveStatus, admin, { participantId, participantStatus: 1 })],
    [6, () => comeBack(arena, stage, a % few.participants)],
    [2, () => world.call(editCoach, admin, { ...object, teams_link: 'https://teams.example/1', active: b % 2 })],
    [3, () => world.call(changeUserData, admin, { ...data, ...profile, participantId, locationId: 1 })],
    [5, () => world.call(rateCoaching, session, submissionOf(appointmentId, rating))],
    [2, () => world.send(uploadFiles, [{ field: `file_${session}_0`, name: `${b}.pdf`, bytes: pdf }])],
    [2, () => world.call(deleteFile, session, { fileId: b })],
    [2, () => world.call(renewFeed, session)],
    [2, () => world.call(changeReminder, session, { kind: 'reminderSoon', wanted: b % 2 === 0 })],
    [3, () => world.call(bookable, session)],
    [3, () => world.call(myAppointment, session)],
    [2, () => world.call(searchAll, admin, { searchString: 'Eilig' })],
  ];
  let left = which % deeds.reduce((sum, [weight]) => sum + weight, 0);
  const [, deed] = deeds.find(([weight]) => (left -= weight) < 0) ?? [0, async () => 'none'];
  const answer = await deed();
  return typeof answer === 'string' ? answer : told(answer);
}

/** One of the appointments that there are at the moment; every other one is the person's own, where there is one. */
async function someAppointment({ world }: Arena, { coaches }: Stage, at: number, participant: number): Promise<number> {
  const own = at % 2 === 0 ? sql`a.participant_id = ${participant}` : sql`true`;
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM appointment a WHERE a.coach_id = ANY (${coaches.map(({ id }) => id)}) AND ${own}
    ORDER BY (a.status = 'K'), a.id DESC LIMIT 40
  `.execute(world.db);
  return rows[at % Math.max(rows.length, 1)]?.id ?? 1;
}

/** Takes an inactivation back, where there was one, and signs the person in again. */
async function comeBack({ world, admin }: Arena, { participants }: Stage, at: number): Promise<string> {
  const person = participants[at];
  if (!person) return 'none';
  const answer = await world.call(changeActiveStatus, admin, { participantId: person.id, participantStatus: 0 });
  // Under the lock that a login takes: nobody comes in who is inactivated meanwhile.
  person.session = await transact(world.db, async (tx) =>
    (await staysActive(tx, person.id)) ? (await startSession(tx, world.clock, person.id)).sessionId : person.session,
  );
  return told(answer);
}
