import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillDemo } from '../../../db/demo.ts';
import { seedLocations } from '../../../db/locations.ts';
import { bookAppointment, cancelAppointment } from '../../features/booking/contract.ts';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import { anonymizeUserData, changeActiveStatus } from '../../features/participants/contract.ts';
import { findViolations, invariants, type ViolatedInvariant } from './invariants.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { buildPeopleInsert } from '../../../tests/support/people.ts';

let world: World;
let coach: number;
let participant: number;
let bookingId: number;
let slotId: number;
beforeAll(async () => {
  world = await openWorld();
  coach = await world.addCoach();
  participant = await world.addParticipant();
  bookingId = await world.addAppointment(coach, inDays(5, '10:00'), { participant, quotaNumber: 1 });
  slotId = await world.addAppointment(coach, inDays(6, '10:00'));
});
afterAll(() => world.close());

/** SQL as text, or as `insertPeople` builds it. */
type Statement = string | RawBuilder<unknown>;

/** The constraints of appointments that would prevent violations. */
const droppedConstraints = [
  'appointment_coach_overlap',
  'appointment_participant_overlap',
  'appointment_quota_once',
  'appointment_quota_of_three',
  'appointment_self_booked_holds_quota',
  'appointment_free_without_participant',
  'appointment_cancelled_with_kind',
  'appointment_speedcoaching_never_booked',
];

/** Drops the constraints, runs the statements, returns the violated invariants, and rolls everything back. */
async function findViolationsAfter(...statements: Statement[]): Promise<ViolatedInvariant[]> {
  const rollback = new Error('rolled back');
  let violatedInvariants: ViolatedInvariant[] = [];
  await world.db
    .transaction()
    .execute(async (tx) => {
      for (const name of droppedConstraints)
        await sql`ALTER TABLE appointment DROP CONSTRAINT ${sql.ref(name)}`.execute(tx);
      await sql`ALTER TABLE mail DROP CONSTRAINT mail_ends_once`.execute(tx);
      for (const statement of statements)
        await (typeof statement === 'string' ? sql.raw(statement) : statement).execute(tx);
      violatedInvariants = await findViolations(tx);
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return violatedInvariants;
}

/** Builds a statement that copies the booked appointment; `overrides` replaces the values of some columns. */
function buildCopyOfBooking(overrides: Record<string, string>): string {
  const columns = [
    'coach_id',
    'type_id',
    'starts_at',
    'ends_at',
    'status',
    'participant_id',
    'self_booked',
    'quota_number',
  ];
  const values = columns.map((column) => overrides[column] ?? column);
  return `INSERT INTO appointment (${columns.join()}) SELECT ${values.join()} FROM appointment WHERE id = ${bookingId}`;
}
const buildShiftedTimes = (days: number) => ({
  starts_at: `starts_at + interval '${days} days'`,
  ends_at: `ends_at + interval '${days} days'`,
});
const auditEntryInsert = `INSERT INTO audit (at, action) VALUES (clock_timestamp() - interval '1 day', 'imported')`;
const buildAppointmentUpdate = (assignments: string, getId = () => bookingId) =>
  `UPDATE appointment SET ${assignments} WHERE id = ${getId()}`;
const getSlotId = () => slotId;
const buildDeactivation = () => `UPDATE person SET inactive_at = clock_timestamp() WHERE id = ${participant}`;
const buildMailInsert = (columns = '', values = '') =>
  `INSERT INTO mail (kind, person_id${columns}) VALUES ('passwordChanged', ${participant}${values})`;
const buildRatingInsert = (getAppointmentId: () => number) =>
  `INSERT INTO rating (appointment_id, collaboration, open_questions, application_process, competencies, documents,
    recommendation) VALUES (${getAppointmentId()}, 5, 5, 5, 5, 5, 5)`;

const buildWaitingEntryInsert = () =>
  `INSERT INTO waiting_entry (person_id, from_date, till_date, place) VALUES (${participant}, '2026-01-01', '2199-01-01', 1)`;
const buildOfferInsert = (getAppointmentId: () => number) =>
  `INSERT INTO waiting_offer (entry_id, person_id, appointment_id, coach_id, starts_at, ends_at, held_from, held_until)
    SELECT e.id, e.person_id, a.id, a.coach_id, a.starts_at, a.ends_at, now(), now() + interval '1 hour'
    FROM waiting_entry e, appointment a WHERE a.id = ${getAppointmentId()}`;

/** For each invariant, statements that violate it and no other invariant. */
const violatingStatements: Record<string, () => Statement[]> = {
  coachOverlap: () => [
    buildCopyOfBooking({ participant_id: 'NULL', status: "'F'", self_booked: 'false', quota_number: 'NULL' }),
  ],
  participantOverlap: () => {
    const otherCoach = `(SELECT person_id FROM coach WHERE person_id <> ${coach})`;
    return [
      sql`WITH new_coach AS (${buildPeopleInsert({ role_id: 2 })})
        INSERT INTO coach (person_id, teams_link) SELECT id, 'https://teams.example/2' FROM new_coach`,
      buildCopyOfBooking({ coach_id: otherCoach, self_booked: 'false', quota_number: 'NULL' }),
    ];
  },
  quota: () =>
    [1, 2, 3].map((number) =>
      buildCopyOfBooking({ ...buildShiftedTimes(number + 1), quota_number: String((number % 3) + 1) }),
    ),
  quotaWithoutBooking: () => [buildAppointmentUpdate('quota_number = 2', getSlotId)],
  freeWithoutParticipant: () => [buildAppointmentUpdate('booked_at = clock_timestamp()', getSlotId)],
  cancelKind: () => [buildAppointmentUpdate("status = 'K', quota_number = NULL")],
  noteWithoutBooking: () => [buildAppointmentUpdate("booking_note = 'Hallo'", getSlotId)],
  comingWithoutBooking: () => [buildAppointmentUpdate('coming_at = clock_timestamp()', getSlotId)],
  attendedWithoutBooking: () => [buildAppointmentUpdate("attended_at = starts_at - interval '1 hour'")],
  markedLateTooEarly: () => [
    buildAppointmentUpdate(`recorded_late_at = clock_timestamp(), recorded_late_by = ${coach}`),
  ],
  movedWithoutSuccessor: () => [
    buildAppointmentUpdate("status = 'K', cancel_kind = 'rescheduled', quota_number = NULL"),
  ],
  speedcoachingBooked: () => [buildAppointmentUpdate('type_id = 2, self_booked = false, quota_number = NULL')],
  missedBeforeStart: () => [buildAppointmentUpdate("status = 'V'")],
  bookingOfInactivePerson: () => [buildDeactivation()],
  bookingOfCoach: () => [
    `INSERT INTO coach (person_id, teams_link) VALUES (${participant}, 'https://teams.example/3')`,
    `UPDATE person SET role_id = 2 WHERE id = ${participant}`,
  ],
  calendarOfInactiveCoach: () => [`UPDATE coach SET active = false WHERE person_id = ${coach}`],
  appointmentDuringAbsence: () => [
    'DROP TRIGGER absence_not_over_appointments ON absence',
    `INSERT INTO absence (coach_id, starts_at, ends_at, planned_at)
      SELECT coach_id, starts_at, ends_at, now() FROM appointment WHERE id = ${slotId}`,
  ],
  profile: () => [buildPeopleInsert({ role_id: 1 })],
  accessOfInactivePerson: () => [
    buildDeactivation(),
    buildAppointmentUpdate("status = 'K', cancel_kind = 'byAdmin', quota_number = NULL"),
    `INSERT INTO calendar_feed (person_id, token_hash) VALUES (${participant}, '\\x00')`,
  ],
  anonymised: () => [
    buildAppointmentUpdate("status = 'K', cancel_kind = 'byAdmin', quota_number = NULL"),
    buildDeactivation(),
    `UPDATE person SET anonymised_at = clock_timestamp() WHERE id = ${participant}`,
  ],
  documentUploader: () => [`UPDATE document SET uploaded_by = ${coach} WHERE participant_id = ${participant}`],
  ratingWithoutBooking: () => [buildRatingInsert(getSlotId)],
  ratingOfOtherCoach: () => [buildRatingInsert(() => bookingId), 'UPDATE rating SET coach_id = 0'],
  offerForTakenSlot: () => [buildWaitingEntryInsert(), buildOfferInsert(() => bookingId)],
  twoOpenOffers: () => [
    'ALTER TABLE waiting_offer DROP CONSTRAINT waiting_offer_one_per_person',
    'DROP INDEX waiting_offer_one_per_slot',
    'ALTER TABLE waiting_offer DROP CONSTRAINT waiting_offer_asked_once',
    buildWaitingEntryInsert(),
    buildOfferInsert(getSlotId),
    buildOfferInsert(getSlotId),
  ],
  waitingOfInactivePerson: () => [
    buildWaitingEntryInsert(),
    buildAppointmentUpdate("status = 'K', cancel_kind = 'byAdmin', quota_number = NULL"),
    `UPDATE waiting_entry SET instead_of = ${bookingId}, ended_at = NULL, ended_by = NULL, place = 1`,
  ],
  mailWithoutJob: () => [buildMailInsert()],
  mailOutcomes: () => [buildMailInsert(', sent_at, failed_at', ', clock_timestamp(), clock_timestamp()')],
  bookingUnlogged: () => [auditEntryInsert, buildAppointmentUpdate('booked_at = clock_timestamp()')],
  cancellationUnlogged: () => [
    auditEntryInsert,
    buildAppointmentUpdate(
      "status = 'K', cancel_kind = 'byAdmin', cancelled_at = clock_timestamp(), quota_number = NULL",
    ),
  ],
  moveUnlogged: () => [
    auditEntryInsert,
    buildAppointmentUpdate("status = 'K', cancel_kind = 'rescheduled', quota_number = NULL"),
    `INSERT INTO appointment (coach_id, type_id, starts_at, ends_at, status, participant_id, moved_from, moved_at,
        calendar_event, calendar_sequence)
      SELECT coach_id, type_id, starts_at, ends_at, 'G', participant_id, id, clock_timestamp(), id, 9
      FROM appointment WHERE id = ${bookingId}`,
  ],
  ratingUnlogged: () => [auditEntryInsert, buildRatingInsert(() => bookingId)],
  deactivationUnlogged: () => [
    auditEntryInsert,
    buildAppointmentUpdate("status = 'K', cancel_kind = 'byAdmin', quota_number = NULL"),
    buildDeactivation(),
  ],
};

test('every invariant has statements that violate it', () => {
  expect(Object.keys(violatingStatements)).toEqual(invariants.map(({ name }) => name));
});

describe.each(Object.entries(violatingStatements))('a violation of the invariant %s', (name, statements) => {
  test('is reported with the violating rows, and no other violation is reported', async () => {
    const violatedInvariants = await findViolationsAfter(...statements());
    expect(violatedInvariants.map((violation) => violation.name)).toEqual([name]);
    expect(violatedInvariants[0]?.ids).not.toEqual([]);
  });
});

test('no invariant is violated if only the constraints are dropped', async () => {
  expect(await findViolationsAfter()).toEqual([]);
});

test('a report contains at most the requested number of violations of an invariant', async () => {
  await world.db
    .insertInto('mail')
    .values(Array.from({ length: 5 }, createMailRow))
    .execute();
  expect((await findViolations(world.db, { max: 3 })).map(({ ids }) => ids.length)).toEqual([3]);
  await world.db.deleteFrom('mail').execute();
});

const createMailRow = () => ({ kind: 'passwordChanged', person_id: participant });

test('all invariants hold in the demo, and after people have booked, cancelled and been erased', async () => {
  const demo = await openWorld();
  try {
    await seedLocations(demo.db);
    await fillDemo({ db: demo.db, now: new Date(), store: demo.app.store });
    expect(await findViolations(demo.db)).toEqual([]);
    const admin = await demo.signIn(await demo.addAdmin());
    const person = await demo.addParticipant();
    const session = await demo.signIn(person);
    const demoCoach = await demo.addCoach();
    const slots = await Promise.all([5, 6, 7].map((days) => demo.addAppointment(demoCoach, inDays(days, '10:00'))));
    for (const appointmentId of slots) await demo.call(bookAppointment, session, { appointmentId });
    await demo.call(cancelAppointment, session, { appointmentId: slots[0], reason: 'krank' });
    await demo.call(changeBooking, admin, { appointmentId: slots[1], action: toActionFlags('goodwill') });
    await demo.call(changeBooking, admin, { appointmentId: slots[1], action: toActionFlags('booked') });
    expect(await findViolations(demo.db)).toEqual([]);
    await demo.call(changeActiveStatus, admin, { participantId: person, participantStatus: 1 });
    expect((await demo.call(anonymizeUserData, admin, { participantId: person })).body.status).toBe('success');
    expect(await findViolations(demo.db)).toEqual([]);
  } finally {
    await demo.close();
  }
});
