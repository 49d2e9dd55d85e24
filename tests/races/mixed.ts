import fc from 'fast-check';
import { sql } from 'kysely';
import { endAbsence, planAbsence, undoAbsence } from '../../src/features/absences/contract.ts';
import { lockActivePerson } from '../../src/features/people/sql.ts';
import { createAppointment, deleteAppointment } from '../../src/features/appointments/contract.ts';
import { importAppointments } from '../../src/features/appointments/import-files/contract.ts';
import { listBookableSlots, cancelAppointment, listMyAppointments } from '../../src/features/booking/contract.ts';
import { moveAppointment } from '../../src/features/booking/move/contract.ts';
import { reschedule } from '../../src/features/booking/reschedule/contract.ts';
import { renewFeed } from '../../src/features/calendar-feed/contract.ts';
import { editCoach } from '../../src/features/coaches/contract.ts';
import { toActionFlags, changeBooking } from '../../src/features/booking/admin/contract.ts';
import { adminActions } from '../../src/features/booking/admin/rules.ts';
import { deleteFile, uploadFiles } from '../../src/features/files/contract.ts';
import { changeReminder } from '../../src/features/mail/contract.ts';
import { changeActiveStatus, changeUserData, searchAllParticipants } from '../../src/features/participants/contract.ts';
import { rateCoaching, toSubmission } from '../../src/features/ratings/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { transact } from '../../src/platform/database/db.ts';
import { findViolations, type ViolatedInvariant } from '../../src/operations/privacy/invariants.ts';
import { startSession } from '../../src/features/sessions/session.steps.ts';
import {
  declineOffer,
  joinWaitingList,
  leaveWaitingList,
  listMyWaitingEntries,
} from '../../src/features/waiting/contract.ts';
import { passOnOffers } from '../../src/features/waiting/jobs.ts';
import { createProfileForm } from '../support/registration.ts';
import { inDays, type CallResponse, type World } from '../support/world.ts';
import { book, createPeople, outcomeOf, type RaceContext } from './context.ts';

/** The result of many concurrent operations. */
export interface MixedResult {
  /** The number of operations. */
  operations: number;
  /** How often each outcome occurred: 'success', the code of a refusal, an HTTP status, or 'none' (no call). */
  outcomes: Record<string, number>;
  /** The number of responses with status 500 or above. They include deadlocks that no retry has resolved. */
  faults: number;
  /** The number of deadlocks that the database has resolved; most of these operations succeed in a retry. */
  deadlocks: number;
  /** The invariants of the data that are violated afterwards. */
  violations: ViolatedInvariant[];
}

/** The numbers of people, and of slots per coach. They are small, so that the operations often compete. */
const amounts = { participants: 8, coaches: 3, slotsPerCoach: 8 };
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
/** The number of concurrent operations: fewer than the app's database connections, so that every call gets one. */
const concurrency = 16;

/**
 * Runs operations of all kinds concurrently, by few people on few appointments, and then checks all invariants of the
 * data. The same seed chooses the same operations.
 */
export async function runMixedOperations(
  context: RaceContext,
  { operations, seed }: { operations: number; seed: number },
): Promise<MixedResult> {
  const { world } = context;
  const deadlocksBefore = await countDeadlocks(world);
  const fixture = await createFixture(context);
  const outcomes: Record<string, number> = {};
  const choices = fc.sample(fc.tuple(fc.nat(9_999), fc.nat(9_999), fc.nat(9_999)), { seed, numRuns: operations });
  const queue = choices.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [operation, a, b] of queue) {
        const outcome = await runOperation(context, fixture, operation, a, b);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }),
  );
  const faults = Object.entries(outcomes).reduce((sum, [outcome, n]) => sum + (/^5\d\d$/.test(outcome) ? n : 0), 0);
  // PostgreSQL updates its statistics, which include the deadlocks, with a delay.
  await sql`SELECT pg_stat_force_next_flush()`.execute(world.db).catch(() => {});
  const deadlocks = (await countDeadlocks(world)) - deadlocksBefore;
  return { operations, outcomes, faults, deadlocks, violations: await findViolations(world.db) };
}

async function countDeadlocks({ db }: World): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()
  `.execute(db);
  return rows[0]?.n ?? 0;
}

/** The people with whom the operations work. */
interface Fixture {
  participants: { id: number; session: string }[];
  coaches: { id: number; email: string }[];
}

/** Creates the people, upcoming free slots of each coach, and a past booking of each participant. */
async function createFixture(context: RaceContext): Promise<Fixture> {
  const { world } = context;
  const participants = await createPeople(context, amounts.participants);
  const coaches = await Promise.all(
    Array.from({ length: amounts.coaches }, async (_, index) => {
      const email = `mixed${index}-${participants[0]?.id}@race.example`;
      return { id: await world.addCoach({ email }), email };
    }),
  );
  for (const { id } of coaches)
    for (let day = 0; day < amounts.slotsPerCoach; day++) await world.addAppointment(id, inDays(4 + day, '10:00'));
  for (const [index, { id }] of participants.entries())
    await world.addAppointment(coaches[index % amounts.coaches]?.id ?? 0, inDays(-3 - index, '10:00'), {
      participant: id,
    });
  return { participants, coaches };
}

/**
 * Runs one operation and returns its outcome. The number `operationChoice` chooses the operation. The numbers `a` and
 * `b` choose the participant, the coach, the appointment and other inputs.
 */
async function runOperation(
  context: RaceContext,
  fixture: Fixture,
  operationChoice: number,
  a: number,
  b: number,
): Promise<string> {
  const { world, adminSession } = context;
  const { session, id: participantId } = fixture.participants[a % amounts.participants] ?? { session: '', id: 0 };
  const coach = fixture.coaches[b % amounts.coaches] ?? { id: 0, email: '' };
  const appointmentId = await selectAppointment(context, fixture, a + b, participantId);
  const day = addDays(dateOf(new Date()), 4 + (b % amounts.slotsPerCoach));
  const slot = { type: 'Einzelcoaching', date: day, fromTime: '10:00', tillTime: '10:45', coachId: coach.id };
  const csv = `Coach-E-Mail;Typ;Datum;Von;Bis\n${coach.email};Einzelcoaching;${day};10:00;10:45\n`;
  const profile = createProfileForm({
    firstName: 'Kim',
    lastName: `Eilig ${b}`,
    email: `mixed${participantId}@race.example`,
    phoneNumber: '0221123',
  });
  const coachForm = { id: coach.id, user_id: coach.id, vorname: 'Cleo', nachname: 'Coach', email: coach.email };
  const rating = { stars: [5, 5, 5, 5, 5, (b % 5) + 1], personalFeedback: '', freeText: '', topics: [], wishes: [] };

  const weightedOperations: [weight: number, operation: () => Promise<CallResponse<object> | string>][] = [
    [30, () => book(context, session, appointmentId)],
    [
      12,
      async () => {
        const newAppointmentId = await selectAppointment(context, fixture, 2 * (a + b) + 1, 0);
        return world.call(reschedule, session, { appointmentId, newAppointmentId });
      },
    ],
    [
      8,
      () =>
        world.call(moveAppointment, adminSession, {
          ...slot,
          appointmentId,
          fromTime: a % 3 ? '10:00' : '10:30',
          tillTime: '11:00',
        }),
    ],
    [15, () => world.call(cancelAppointment, session, { appointmentId })],
    [
      15,
      () =>
        world.call(changeBooking, adminSession, {
          appointmentId,
          action: toActionFlags(adminActions[b % 4] ?? 'booked'),
        }),
    ],
    [6, () => world.call(deleteAppointment, adminSession, { appointmentId })],
    [
      10,
      () => world.call(createAppointment, adminSession, { ...slot, participantId: b % 3 === 0 ? participantId : null }),
    ],
    [
      3,
      () =>
        world.send(importAppointments, [{ field: `file_${adminSession}_0`, name: 'a.csv', bytes: Buffer.from(csv) }]),
    ],
    // The status 1 is inactive.
    [3, () => world.call(changeActiveStatus, adminSession, { participantId, participantStatus: 1 })],
    [6, () => reactivate(context, fixture, a % amounts.participants)],
    [
      2,
      () => world.call(editCoach, adminSession, { ...coachForm, teams_link: 'https://teams.example/1', active: b % 2 }),
    ],
    [3, () => world.call(changeUserData, adminSession, { ...profile, participantId, locationId: 1 })],
    [5, () => world.call(rateCoaching, session, toSubmission(appointmentId, rating))],
    [2, () => world.send(uploadFiles, [{ field: `file_${session}_0`, name: `${b}.pdf`, bytes: pdf }])],
    [2, () => world.call(deleteFile, session, { fileId: b })],
    [2, () => world.call(renewFeed, session)],
    [2, () => world.call(changeReminder, session, { kind: 'reminderSoon', wanted: b % 2 === 0 })],
    [8, () => joinWaitingListWith(context, session, b)],
    [2, () => leaveOrDecline(context, session, b % 2 === 0)],
    [2, () => passOnOffers(world.app).then(() => 'success')],
    [5, () => planAbsenceWithBookings(context, coach.id, day, a % 2 === 0)],
    [3, () => world.call(undoAbsence, adminSession, { absenceId: (a % 30) + 1 })],
    [3, () => world.call(endAbsence, adminSession, { absenceId: (b % 30) + 1 })],
    [3, () => world.call(listBookableSlots, session)],
    [3, () => world.call(listMyAppointments, session)],
    [2, () => world.call(searchAllParticipants, adminSession, { searchString: 'Eilig' })],
  ];
  // Chooses an operation with a probability in proportion to its weight.
  let remaining = operationChoice % weightedOperations.reduce((sum, [weight]) => sum + weight, 0);
  const [, operation] = weightedOperations.find(([weight]) => (remaining -= weight) < 0) ?? [0, async () => 'none'];
  const result = await operation();
  return typeof result === 'string' ? result : outcomeOf(result);
}

/**
 * Plans a coach's absence on a day. If `handsOver` is true, bookings move to colleagues who are free. All other
 * bookings are cancelled, and their participants are offered other appointments.
 */
async function planAbsenceWithBookings(
  { world, adminSession }: RaceContext,
  coachId: number,
  day: string,
  handsOver: boolean,
) {
  const absence = { coachId, fromDate: day, fromTime: null, tillDate: day, tillTime: null, kind: 'other' };
  const preview = await world.call(planAbsence, adminSession, { ...absence, apply: false });
  const decisions = (preview.body.data?.booked ?? []).map(({ appointmentId, moves: [colleague] }) =>
    handsOver && colleague
      ? { appointmentId, action: 'move', toCoachId: colleague.coachId }
      : { appointmentId, action: 'offer' },
  );
  return world.call(planAbsence, adminSession, { ...absence, apply: true, decisions });
}

/** Joins the waiting list for any coach. The number `choice` chooses the last day. */
const joinWaitingListWith = ({ world }: RaceContext, session: string, choice: number) => {
  const days = { fromDate: dateOf(new Date()), tillDate: addDays(dateOf(new Date()), 8 + (choice % 4)) };
  return world.call(joinWaitingList, session, { coachId: null, ...days });
};

/** Removes a participant's first entry from the waiting list or, if `leavesList` is false, declines its offer. */
async function leaveOrDecline(
  { world }: RaceContext,
  session: string,
  leavesList: boolean,
): Promise<CallResponse<object> | string> {
  const [entry] = (await world.call(listMyWaitingEntries, session)).body.data ?? [];
  return entry ? world.call(leavesList ? leaveWaitingList : declineOffer, session, entry) : 'none';
}

/**
 * Selects an existing appointment by the number `choice`; returns its id. An even number selects one of the
 * participant's own appointments. Returns 1 if there is none.
 */
async function selectAppointment(
  { world }: RaceContext,
  { coaches }: Fixture,
  choice: number,
  participant: number,
): Promise<number> {
  const ownerCondition = choice % 2 === 0 ? sql`a.participant_id = ${participant}` : sql`true`;
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM appointment a WHERE a.coach_id = ANY (${coaches.map(({ id }) => id)}) AND ${ownerCondition}
    ORDER BY (a.status = 'K'), a.id DESC LIMIT 40
  `.execute(world.db);
  return rows[choice % Math.max(rows.length, 1)]?.id ?? 1;
}

/** Reactivates a participant and signs them in again; returns the outcome of the reactivation. */
async function reactivate(
  { world, adminSession }: RaceContext,
  { participants }: Fixture,
  index: number,
): Promise<string> {
  const person = participants[index];
  if (!person) return 'none';
  const response = await world.call(changeActiveStatus, adminSession, {
    participantId: person.id,
    participantStatus: 0,
  });
  // Like a login, this locks the person, so that a person who is inactivated meanwhile gets no session.
  person.session = await transact(world.db, async (tx) =>
    (await lockActivePerson(tx, person.id))
      ? (await startSession(tx, world.clock, person.id)).sessionId
      : person.session,
  );
  return outcomeOf(response);
}
