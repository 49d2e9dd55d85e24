import fc from 'fast-check';
import { sql } from 'kysely';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { lockActivePerson } from '../../src/features/people/sql.ts';
import { createAppointment, deleteAppointment, importAppointments } from '../../src/features/appointments/contract.ts';
import { bookable, cancelAppointment, myAppointment } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { renewFeed } from '../../src/features/calendar-feed/contract.ts';
import { editCoach } from '../../src/features/coaches/contract.ts';
import { actionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import { adminActions } from '../../src/features/booking/admin/rules.ts';
import { deleteFile, uploadFiles } from '../../src/features/files/contract.ts';
import { changeReminder } from '../../src/features/mail/contract.ts';
import { changeActiveStatus, changeUserData, searchAll } from '../../src/features/participants/contract.ts';
import { rateCoaching, toSubmission } from '../../src/features/ratings/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { transact } from '../../src/platform/database/db.ts';
import { findViolations, type ViolatedInvariant } from '../../src/operations/privacy/invariants.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import { declineOffer, joinWaiting, leaveWaiting, myWaiting } from '../../src/features/waiting/contract.ts';
import { passOnOffers } from '../../src/features/waiting/jobs.ts';
import { profileForm } from '../support/registration.ts';
import { inDays, type Answer, type World } from '../support/world.ts';
import { book, createPeople, outcomeOf, type RaceContext } from './context.ts';

/** The result of many concurrent operations. */
export interface MixedResult {
  operations: number;
  /** How often each outcome occurred: 'success', a code of a refusal, or a status. */
  outcomes: Record<string, number>;
  /** The number of answers with status 500 and above, including deadlocks that no retry has resolved. */
  faults: number;
  /** The number of deadlocks that the database has resolved, whatever the outcome of the operations. */
  deadlocks: number;
  broken: ViolatedInvariant[];
}

/** The numbers of people and slots, so small that the operations often compete. */
const size = { participants: 8, coaches: 3, slots: 8 };
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
/** Fewer than the app's connections, so that no call is refused for lack of one. */
const inFlight = 16;

/**
 * Runs this many concurrent operations of all kinds, chosen by a seed, by few people on few appointments; then checks
 * all rules of the data.
 */
export async function runMixedOperations(
  context: RaceContext,
  { operations, seed }: { operations: number; seed: number },
): Promise<MixedResult> {
  const { world } = context;
  const before = await countDeadlocks(world);
  const stage = await setUp(context);
  const outcomes: Record<string, number> = {};
  const chosen = fc.sample(fc.tuple(fc.nat(9_999), fc.nat(9_999), fc.nat(9_999)), { seed, numRuns: operations });
  const queue = chosen.values();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (const [which, a, b] of queue) {
        const outcome = await runOperation(context, stage, which, a, b);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }),
  );
  const faults = Object.entries(outcomes).reduce((sum, [outcome, n]) => sum + (/^5\d\d$/.test(outcome) ? n : 0), 0);
  // A database updates its statistics with a delay.
  await sql`SELECT pg_stat_force_next_flush()`.execute(world.db).catch(() => {});
  const deadlocks = (await countDeadlocks(world)) - before;
  return { operations, outcomes, faults, deadlocks, broken: await findViolations(world.db) };
}

async function countDeadlocks({ db }: World): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()
  `.execute(db);
  return rows[0]?.n ?? 0;
}

interface Stage {
  participants: { id: number; session: string }[];
  coaches: { id: number; email: string }[];
}

async function setUp(context: RaceContext): Promise<Stage> {
  const { world } = context;
  const participants = await createPeople(context, size.participants);
  const coaches = await Promise.all(
    Array.from({ length: size.coaches }, async (_, at) => {
      const email = `mixed${at}-${participants[0]?.id}@race.example`;
      return { id: await world.coach({ email }), email };
    }),
  );
  for (const { id } of coaches)
    for (let day = 0; day < size.slots; day++) await world.appointment(id, inDays(4 + day, '10:00'));
  for (const [at, { id }] of participants.entries())
    await world.appointment(coaches[at % size.coaches]?.id ?? 0, inDays(-3 - at, '10:00'), { participant: id });
  return { participants, coaches };
}

/** Runs one operation, chosen by `which`, on people and appointments that `a` and `b` select from the existing ones. */
async function runOperation(context: RaceContext, stage: Stage, which: number, a: number, b: number): Promise<string> {
  const { world, admin } = context;
  const { session, id: participantId } = stage.participants[a % size.participants] ?? { session: '', id: 0 };
  const coach = stage.coaches[b % size.coaches] ?? { id: 0, email: '' };
  const appointmentId = await someAppointment(context, stage, a + b, participantId);
  const day = addDays(dateOf(new Date()), 4 + (b % size.slots));
  const slot = { type: 'Einzelcoaching', date: day, fromTime: '10:00', tillTime: '10:45', coachId: coach.id };
  const calendar = `Coach-E-Mail;Typ;Datum;Von;Bis\n${coach.email};Einzelcoaching;${day};10:00;10:45\n`;
  const data = profileForm({
    firstName: 'Kim',
    lastName: `Eilig ${b}`,
    email: `mixed${participantId}@race.example`,
    phoneNumber: '0221123',
  });
  const object = { id: coach.id, user_id: coach.id, vorname: 'Cleo', nachname: 'Coach', email: coach.email };
  const rating = { stars: [5, 5, 5, 5, 5, (b % 5) + 1], personalFeedback: '', freeText: '', topics: [], wishes: [] };

  const operationsByWeight: [weight: number, operation: () => Promise<Answer<object> | string>][] = [
    [30, () => book(context, session, appointmentId)],
    [
      12,
      async () => {
        const newAppointmentId = await someAppointment(context, stage, 2 * (a + b) + 1, 0);
        return world.call(reschedule, session, { appointmentId, newAppointmentId });
      },
    ],
    [
      8,
      () =>
        world.call(moveAppointment, admin, {
          ...slot,
          appointmentId,
          fromTime: a % 3 ? '10:00' : '10:30',
          tillTime: '11:00',
        }),
    ],
    [15, () => world.call(cancelAppointment, session, { appointmentId })],
    [
      15,
      () => world.call(changeBooking, admin, { appointmentId, action: actionFlags(adminActions[b % 4] ?? 'booked') }),
    ],
    [6, () => world.call(deleteAppointment, admin, { appointmentId })],
    [10, () => world.call(createAppointment, admin, { ...slot, participantId: b % 3 === 0 ? participantId : null })],
    [
      3,
      () => world.send(importAppointments, [{ field: `file_${admin}_0`, name: 'a.csv', bytes: Buffer.from(calendar) }]),
    ],
    [3, () => world.call(changeActiveStatus, admin, { participantId, participantStatus: 1 })],
    [6, () => reactivate(context, stage, a % size.participants)],
    [2, () => world.call(editCoach, admin, { ...object, teams_link: 'https://teams.example/1', active: b % 2 })],
    [3, () => world.call(changeUserData, admin, { ...data, participantId, locationId: 1 })],
    [5, () => world.call(rateCoaching, session, toSubmission(appointmentId, rating))],
    [2, () => world.send(uploadFiles, [{ field: `file_${session}_0`, name: `${b}.pdf`, bytes: pdf }])],
    [2, () => world.call(deleteFile, session, { fileId: b })],
    [2, () => world.call(renewFeed, session)],
    [2, () => world.call(changeReminder, session, { kind: 'reminderSoon', wanted: b % 2 === 0 })],
    [8, () => joinAll(context, session, b)],
    [2, () => leaveOne(context, session, b % 2 === 0)],
    [2, () => passOnOffers(world.app).then(() => 'success')],
    [5, () => beAbsent(context, coach.id, day, a % 2 === 0)],
    [3, () => world.call(undoAbsence, admin, { absenceId: (a % 30) + 1 })],
    [3, () => world.call(endAbsence, admin, { absenceId: (b % 30) + 1 })],
    [3, () => world.call(bookable, session)],
    [3, () => world.call(myAppointment, session)],
    [2, () => world.call(searchAll, admin, { searchString: 'Eilig' })],
  ];
  let remaining = which % operationsByWeight.reduce((sum, [weight]) => sum + weight, 0);
  const [, operation] = operationsByWeight.find(([weight]) => (remaining -= weight) < 0) ?? [0, async () => 'none'];
  const answer = await operation();
  return typeof answer === 'string' ? answer : outcomeOf(answer);
}

/** Plans a coach's absence on a day; with `moves`, hands bookings over to free colleagues; cancels all others. */
async function beAbsent({ world, admin }: RaceContext, coachId: number, day: string, moves: boolean) {
  const absence = { coachId, fromDate: day, fromTime: null, tillDate: day, tillTime: null, kind: 'other' };
  const preview = await world.call(planAbsence, admin, { ...absence, apply: false });
  const decisions = (preview.body.data?.booked ?? []).map(({ appointmentId, moves: [colleague] }) =>
    moves && colleague
      ? { appointmentId, action: 'move', toCoachId: colleague.coachId }
      : { appointmentId, action: 'offer' },
  );
  return world.call(planAbsence, admin, { ...absence, apply: true, decisions });
}

/** Joins the waiting list for any coach, for days that depend on `at`. */
const joinAll = ({ world }: RaceContext, session: string, at: number) => {
  const days = { fromDate: dateOf(new Date()), tillDate: addDays(dateOf(new Date()), 8 + (at % 4)) };
  return world.call(joinWaiting, session, { coachId: null, ...days });
};

/** Declines the offer for the participant's first entry on the waiting list, or removes the entry. */
async function leaveOne({ world }: RaceContext, session: string, leaves: boolean): Promise<Answer<object> | string> {
  const [entry] = (await world.call(myWaiting, session)).body.data ?? [];
  return entry ? world.call(leaves ? leaveWaiting : declineOffer, session, entry) : 'none';
}

/** Selects an existing appointment; for an even `at`, one of the participant's, if there is any. */
async function someAppointment(
  { world }: RaceContext,
  { coaches }: Stage,
  at: number,
  participant: number,
): Promise<number> {
  const own = at % 2 === 0 ? sql`a.participant_id = ${participant}` : sql`true`;
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM appointment a WHERE a.coach_id = ANY (${coaches.map(({ id }) => id)}) AND ${own}
    ORDER BY (a.status = 'K'), a.id DESC LIMIT 40
  `.execute(world.db);
  return rows[at % Math.max(rows.length, 1)]?.id ?? 1;
}

/** Undoes an inactivation, if there was one, and signs the person in again. */
async function reactivate({ world, admin }: RaceContext, { participants }: Stage, at: number): Promise<string> {
  const person = participants[at];
  if (!person) return 'none';
  const answer = await world.call(changeActiveStatus, admin, { participantId: person.id, participantStatus: 0 });
  // Under the lock that a login takes, so a person who is inactivated meanwhile gets no session.
  person.session = await transact(world.db, async (tx) =>
    (await lockActivePerson(tx, person.id))
      ? (await startSession(tx, world.clock, person.id)).sessionId
      : person.session,
  );
  return outcomeOf(answer);
}
