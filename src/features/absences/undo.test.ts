import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dateOf } from '../../shared/berlin.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { deleteAppointment } from '../appointments/contract.ts';
import { undoImport } from '../appointments/import-files/contract.ts';
import { toActionFlags, changeBooking } from '../booking/admin/contract.ts';
import { listBookableSlots, bookAppointment, cancelAppointment, listMyAppointments } from '../booking/contract.ts';
import { moveAppointment } from '../booking/move/contract.ts';
import { joinWaitingList, listMyWaitingEntries } from '../waiting/contract.ts';
import { endAbsence, getAbsences, planAbsence, planOwnAbsence, undoAbsence, undoOwnAbsence } from './contract.ts';

let world: World;
let adminSession: string;
/** The number of days from today to the day that the current test uses; each test uses another day. */
let daysAhead: number;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  daysAhead = 3;
});
beforeEach(() => void daysAhead++);
afterEach(() => void (world.clock.shiftMs = 0));
afterAll(() => world.close());

const testDate = () => dateOf(inDays(daysAhead, '12:00'));
const rowsOf = (coach: number) =>
  world.db.selectFrom('appointment').selectAll().where('coach_id', '=', coach).orderBy('starts_at').execute();
const rowOf = (id: number) =>
  world.db.selectFrom('appointment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Creates a coach's day with two free slots, one of them in a series, and two bookings. */
async function createBusyDay() {
  const [coach, colleague] = [await world.addCoach(), await world.addCoach()];
  const [robin, kim] = [await world.addParticipant(), await world.addParticipant()];
  const slots = [await world.addAppointment(coach, inDays(daysAhead, '08:00'))];
  const firstBooking = await world.addAppointment(coach, inDays(daysAhead, '10:00'), {
    participant: robin,
    quotaNumber: 2,
  });
  const secondBooking = await world.addAppointment(coach, inDays(daysAhead, '11:00'), { participant: kim });
  slots.push(await world.addAppointment(coach, inDays(daysAhead, '12:00')));
  const series_id = await world.addSeries(coach, testDate());
  const insertion = world.db.insertInto('import').values({ imported_by: coach }).returning('id');
  const { id: import_id } = await insertion.executeTakeFirstOrThrow();
  await world.db.updateTable('appointment').set({ import_id }).where('id', 'in', slots).execute();
  await world.db
    .updateTable('appointment')
    .set({ series_id })
    .where('id', '=', slots[1] ?? 0)
    .execute();
  const colleagueSlot = await world.addAppointment(colleague, inDays(daysAhead, '11:00'));
  return { coach, colleague, robin, kim, slots, firstBooking, secondBooking, colleagueSlot, import_id };
}
type BusyDay = Awaited<ReturnType<typeof createBusyDay>>;

/** Plans an absence for the whole day: Robin's booking is cancelled, Kim's is handed over to the colleague. */
async function planOn({ coach, colleague, firstBooking, secondBooking }: BusyDay) {
  const decisions = [
    { appointmentId: firstBooking, action: 'offer' },
    { appointmentId: secondBooking, action: 'move', toCoachId: colleague },
  ];
  const days = {
    fromDate: testDate(),
    fromTime: null,
    tillDate: testDate(),
    tillTime: null,
    kind: 'illness',
    apply: true,
  };
  const { body } = await world.call(planAbsence, adminSession, { coachId: coach, ...days, decisions });
  return body.data?.absenceId ?? 0;
}
const undo = (absenceId: number, session = adminSession) => world.call(undoAbsence, session, { absenceId });

/** The tables that must be the same before an absence and after its undo. `appointment` is compared without ids. */
const restoredTables = [
  'absence_change',
  'coach',
  'import',
  'participant',
  'person',
  'rating',
  'series',
  'waiting_entry',
];

/** The rows of a table as sorted texts; `row` is SQL for the compared part of a row `a`. */
async function contentsOf(table: string, row = sql`a`): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    SELECT ${row}::text AS text FROM ${sql.table(table)} a ORDER BY text
  `.execute(world.db);
  return rows.map(({ text }) => text);
}

/** A row without the values that may change when an absence is undone. */
const withoutVolatileValues = (row: object) => ({ ...row, id: 0, calendar_sequence: 0, created_at: '' });

describe('undoing an absence [14.3]', () => {
  test('restores everything; deleted slots return with new ids, in their series and import', async () => {
    const busyDay = await createBusyDay();
    const before = [...(await rowsOf(busyDay.coach)), ...(await rowsOf(busyDay.colleague))];
    const absence = await planOn(busyDay);
    const movedRow = await rowOf(busyDay.colleagueSlot);
    expect((await undo(absence)).status).toBe(200);
    const after = [...(await rowsOf(busyDay.coach)), ...(await rowsOf(busyDay.colleague))];
    expect(after.map(withoutVolatileValues)).toEqual(before.map(withoutVolatileValues));
    expect(after.map(({ id }) => id).filter((id) => !busyDay.slots.includes(id))).toHaveLength(5);
    expect((await rowOf(busyDay.secondBooking)).calendar_sequence).toBeGreaterThan(movedRow.calendar_sequence);
    const list = await world.call(getAbsences, adminSession, {
      fromDate: testDate(),
      tillDate: testDate(),
      coachId: busyDay.coach,
    });
    expect(list.body.data).toEqual([]);
    const storedAbsence = await world.db.selectFrom('absence').selectAll().where('id', '=', absence).executeTakeFirst();
    expect(storedAbsence).toMatchObject({ ended_by: 'undone', kind: null });
  });

  test('leaves behind only log entries and mails that are never sent', async () => {
    const busyDay = await createBusyDay();
    const session = await world.signIn(busyDay.robin);
    const takeSnapshot = async () => ({
      rows: await contentsOf('appointment', sql`row(a.coach_id, a.starts_at, a.ends_at, a.status, a.quota_number)`),
      quota: (await world.call(listBookableSlots, session)).body.meta,
      ...Object.fromEntries(
        await Promise.all(restoredTables.map(async (table) => [table, await contentsOf(table)] as const)),
      ),
    });
    const before = await takeSnapshot();
    const absence = await planOn(busyDay);
    expect(await takeSnapshot()).not.toEqual(before);
    await undo(absence);
    expect(await takeSnapshot()).toEqual(before);
    const absenceMailsQuery = world.db.selectFrom('mail').selectAll().where('absence_id', '=', absence);
    expect((await absenceMailsQuery.execute()).every((mail) => mail.overtaken_at !== null && !mail.to_hand_over)).toBe(
      true,
    );
  });

  test('withdraws the waiting mails and sends no other mails', async () => {
    const busyDay = await createBusyDay();
    const absence = await planOn(busyDay);
    await undo(absence);
    const people = [busyDay.coach, busyDay.colleague, busyDay.robin, busyDay.kim];
    const mails = await world.db.selectFrom('mail').selectAll().where('person_id', 'in', people).execute();
    expect(mails.map(({ overtaken_at, to_hand_over }) => [overtaken_at !== null, to_hand_over])).toEqual(
      Array.from({ length: 5 }, () => [true, false]),
    );
  });

  test('sends a correction to everyone who already got a mail about the absence', async () => {
    const busyDay = await createBusyDay();
    const absence = await planOn(busyDay);
    await world.db
      .updateTable('mail')
      .set({ sent_at: new Date(), to_hand_over: false })
      .where('absence_id', '=', absence)
      .execute();
    await undo(absence);
    const mailsQuery = world.db.selectFrom('mail').selectAll().where('absence_id', 'is', null);
    const correctionMails = await mailsQuery
      .where('person_id', 'in', [busyDay.coach, busyDay.colleague, busyDay.robin, busyDay.kim])
      .execute();
    expect(correctionMails.map((mail) => `${mail.kind} ${mail.person_id} ${mail.appointment_id}`).sort()).toEqual(
      [
        `appointmentTakesPlace ${busyDay.robin} ${busyDay.firstBooking}`,
        `appointmentTakesPlace ${busyDay.coach} ${busyDay.firstBooking}`,
        `appointmentTakesPlace ${busyDay.kim} ${busyDay.secondBooking}`,
        `appointmentTakesPlace ${busyDay.coach} ${busyDay.secondBooking}`,
        `appointmentNotHandedOver ${busyDay.colleague} ${busyDay.secondBooking}`,
      ].sort(),
    );
    expect(correctionMails.every(({ to_hand_over }) => to_hand_over)).toBe(true);
  });

  test('frees the colleague’s slot, so that it can be deleted and an absence can be planned over it', async () => {
    const [first, second] = [await createBusyDay(), await createBusyDay()];
    for (const busyDay of [first, second]) await undo(await planOn(busyDay));
    expect((await world.call(deleteAppointment, adminSession, { appointmentId: first.colleagueSlot })).status).toBe(
      200,
    );
    const days = {
      fromDate: testDate(),
      fromTime: null,
      tillDate: testDate(),
      tillTime: null,
      kind: 'other',
      apply: true,
    };
    const form = { coachId: second.colleague, ...days, decisions: [] };
    expect((await world.call(planAbsence, adminSession, form)).body.data).toMatchObject({ free: 1 });
  });

  test('logs the undone absence and each restored booking', async () => {
    const busyDay = await createBusyDay();
    await undo(await planOn(busyDay));
    const entriesQuery = world.db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'in', ['absenceUndone', 'setBackToBooked']);
    const entries = await entriesQuery.where('person_id', 'in', [busyDay.coach, busyDay.robin, busyDay.kim]).execute();
    expect(entries.map(({ action, person_id, appointment_id }) => [action, person_id, appointment_id])).toEqual([
      ['absenceUndone', busyDay.coach, null],
      ['setBackToBooked', busyDay.robin, busyDay.firstBooking],
      ['setBackToBooked', busyDay.kim, busyDay.secondBooking],
    ]);
  });

  test('reopens the waiting list entries for rescheduling these bookings', async () => {
    const busyDay = await createBusyDay();
    const sessions = await Promise.all([busyDay.robin, busyDay.kim].map((person) => world.signIn(person)));
    for (const [index, insteadOf] of [busyDay.firstBooking, busyDay.secondBooking].entries()) {
      const entry = { coachId: null, fromDate: testDate(), tillDate: testDate(), insteadOf };
      expect((await world.call(joinWaitingList, sessions[index] ?? '', entry)).status).toBe(200);
    }
    await undo(await planOn(busyDay));
    expect((await world.call(listMyWaitingEntries, sessions[0] ?? '')).body.data).toMatchObject([
      { insteadOf: busyDay.firstBooking },
    ]);
    expect((await world.call(listMyWaitingEntries, sessions[1] ?? '')).body.data).toMatchObject([
      { insteadOf: busyDay.secondBooking },
    ]);
  });

  test('succeeds for the coach, even repeatedly; other coaches’ absences and unknown absences are not found', async () => {
    const busyDay = await createBusyDay();
    const absence = await planOn(busyDay);
    const otherSession = await world.signIn(busyDay.colleague);
    const coachSession = await world.signIn(busyDay.coach);
    expect((await world.call(undoOwnAbsence, otherSession, { absenceId: absence })).status).toBe(404);
    expect((await undo(987_654_321)).status).toBe(404);
    for (const session of [coachSession, coachSession])
      expect((await world.call(undoOwnAbsence, session, { absenceId: absence })).status).toBe(200);
    expect((await rowsOf(busyDay.coach)).filter(({ status }) => status === 'F')).toHaveLength(2);
  });
});

describe('undoing an absence is refused [14.3]', () => {
  const refusalOf = async (absence: number) => {
    const { status, body } = await undo(absence);
    return [status, body.meta.code];
  };

  test('after five minutes', async () => {
    const busyDay = await createBusyDay();
    const absence = await planOn(busyDay);
    world.clock.shiftMs = 5 * 60_000 + 1;
    expect(await refusalOf(absence)).toEqual([409, 'tooLate']);
    const list = { fromDate: testDate(), tillDate: testDate(), coachId: busyDay.coach };
    expect((await world.call(getAbsences, adminSession, list)).body.data).toMatchObject([{ undoUntil: null }]);
    world.clock.shiftMs = 5 * 60_000 - 5_000;
    expect((await undo(absence)).status).toBe(200);
  });

  test('after the absence has ended', async () => {
    const absence = await planOn(await createBusyDay());
    await world.call(endAbsence, adminSession, { absenceId: absence });
    expect(await refusalOf(absence)).toEqual([409, 'changed']);
  });

  const changes: Record<string, (busyDay: BusyDay) => Promise<unknown>> = {
    'a participant has booked another appointment': async ({ robin }) =>
      world.call(bookAppointment, await world.signIn(robin), {
        appointmentId: await world.addAppointment(await world.addCoach(), inDays(daysAhead + 40, '10:00')),
      }),
    'a participant has cancelled another appointment': async ({ kim }) => {
      const otherBooking = await world.addAppointment(await world.addCoach(), inDays(daysAhead + 50, '10:00'), {
        participant: kim,
      });
      await world.call(cancelAppointment, await world.signIn(kim), { appointmentId: otherBooking });
    },
    'a participant is inactive': ({ kim }) =>
      world.db.updateTable('person').set({ inactive_at: new Date() }).where('id', '=', kim).execute(),
    'the cancellation is no longer goodwill': ({ firstBooking }) =>
      world.call(changeBooking, adminSession, { appointmentId: firstBooking, action: toActionFlags('cancelled') }),
    'the booking that was handed over was moved again': async ({ colleagueSlot, colleague }) => {
      const to = {
        date: dateOf(inDays(daysAhead + 60, '10:00')),
        fromTime: '10:00',
        tillTime: '10:45',
        coachId: colleague,
      };
      await world.call(moveAppointment, adminSession, { appointmentId: colleagueSlot, ...to });
    },
    'the import of a slot was undone': ({ import_id }) => world.call(undoImport, adminSession, { importId: import_id }),
    'the coach is inactive': ({ coach }) =>
      world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute(),
  };
  test.each(Object.entries(changes))('as changed if %s, even if it is also too late', async (_, change) => {
    const busyDay = await createBusyDay();
    const absence = await planOn(busyDay);
    await change(busyDay);
    const before = [...(await rowsOf(busyDay.coach)), ...(await rowsOf(busyDay.colleague))];
    expect(await refusalOf(absence)).toEqual([409, 'changed']);
    world.clock.shiftMs = 10 * 60_000;
    expect(await refusalOf(absence)).toEqual([409, 'changed']);
    expect([...(await rowsOf(busyDay.coach)), ...(await rowsOf(busyDay.colleague))]).toEqual(before);
  });

  test('if another absence has been planned at that time since then', async () => {
    const coach = await world.addCoach();
    const coachSession = await world.signIn(coach);
    const slot = await world.addAppointment(coach, inDays(daysAhead, '10:00'));
    const days = { fromDate: testDate(), tillDate: testDate(), kind: 'other', apply: true, decisions: [] };
    const planPart = (fromTime: string, tillTime: string) =>
      world.call(planOwnAbsence, coachSession, { ...days, fromTime, tillTime });
    const firstAbsence = (await planPart('10:00', '10:30')).body.data?.absenceId ?? 0;
    expect((await planPart('10:30', '11:00')).status).toBe(200);
    expect(await refusalOf(firstAbsence)).toEqual([409, 'changed']);
    expect((await rowsOf(coach)).map(({ id }) => id)).not.toContain(slot);
  });
});

test('after an absence is undone, a participant sees the same appointment as before [14.3]', async () => {
  const busyDay = await createBusyDay();
  const session = await world.signIn(busyDay.kim);
  const before = (await world.call(listMyAppointments, session)).body.data;
  await undo(await planOn(busyDay));
  expect((await world.call(listMyAppointments, session)).body.data).toEqual(before);
});
