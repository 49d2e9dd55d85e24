import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateOf } from '../../../shared/berlin.ts';
import { berlinInstant, createSeriesActions } from '../../../../tests/support/series.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { toActionFlags, changeBooking } from '../../booking/admin/contract.ts';
import { bookAppointment, cancelAppointment } from '../../booking/contract.ts';
import { moveAppointment, moveOwnAppointment } from '../../booking/move/contract.ts';
import { reschedule } from '../../booking/reschedule/contract.ts';
import { endOwnSeries, endSeries, getOwnSeries, getSeries } from './contract.ts';

let world: World;
let adminId: number;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  world.clock.shiftMs = now.getTime() - Date.now();
  adminId = await world.addAdmin();
  adminSession = await world.signIn(adminId);
});
afterAll(() => world.close());

/** The world's clock when the tests begin, a Monday. */
const now = berlinInstant('2040-12-03', '09:30');
const { readAppointmentsOf, createSeries } = createSeriesActions(
  () => world,
  () => adminSession,
);

describe('the list of series [7.14]', () => {
  const days = { fromDate: '2041-04-22', tillDate: '2041-05-05' };
  const listSeriesOf = async (coachId: number) =>
    (await world.call(getSeries, adminSession, { ...days, coachId })).body.data ?? [];
  const countsOf = async (coachId: number) => (await listSeriesOf(coachId)).map(({ free, booked }) => [free, booked]);

  test('shows each plan and how many appointments are free and booked; coaches see only their own series', async () => {
    const ada = await world.addCoach({ firstName: 'Ada', lastName: 'Serie' });
    const otherCoach = await world.addCoach();
    const { seriesId, slots } = await createSeries(ada, { weekdays: [5, 3, 3] });
    await createSeries(otherCoach);
    await world.call(bookAppointment, await world.signIn(await world.addParticipant()), { appointmentId: slots[0] });
    const expected = {
      seriesId,
      coachId: ada,
      coach: 'Ada Serie',
      type: 'Einzelcoaching',
      weekdays: [3, 5],
      everyWeeks: 1,
      fromDate: '2041-04-22',
      tillDate: '2041-05-05',
      fromTime: '09:00',
      tillTime: '12:00',
      minutes: 45,
      breakMinutes: 15,
      free: 11,
      booked: 1,
    };
    expect(await listSeriesOf(ada)).toEqual([expected]);
    const ownSeries = await world.call(getOwnSeries, await world.signIn(ada), { ...days, coachId: otherCoach });
    expect(ownSeries.body.data).toEqual([expected]);
    expect((await world.call(getOwnSeries, adminSession, days)).body.data).toEqual([]);
    const allSeries = (await world.call(getSeries, adminSession, { ...days, coachId: null })).body.data ?? [];
    expect(allSeries.map(({ coachId }) => coachId)).toEqual(expect.arrayContaining([ada, otherCoach]));
  });

  test('contains each series that overlaps the range, and refuses a range that is too long', async () => {
    const coach = await world.addCoach();
    await createSeries(coach);
    const countIn = async (fromDate: string, tillDate: string) =>
      (await world.call(getSeries, adminSession, { fromDate, tillDate, coachId: coach })).body.data?.length;
    expect(await countIn('2041-01-01', '2041-04-21')).toBe(0);
    expect(await countIn('2041-01-01', '2041-04-22')).toBe(1);
    expect(await countIn('2041-05-05', '2041-06-01')).toBe(1);
    expect(await countIn('2041-05-06', '2041-06-01')).toBe(0);
    const { body } = await world.call(getSeries, adminSession, {
      fromDate: '2041-01-01',
      tillDate: '2051-02-01',
      coachId: coach,
    });
    expect(body.meta.code).toBe('rangeTooLong');
  });

  test('counts a slot as free again after its booking is cancelled', async () => {
    const coach = await world.addCoach();
    const { slots } = await createSeries(coach);
    const session = await world.signIn(await world.addParticipant());
    await world.call(bookAppointment, session, { appointmentId: slots[0] });
    expect(await countsOf(coach)).toEqual([[5, 1]]);
    await world.call(cancelAppointment, session, { appointmentId: slots[0], reason: '' });
    expect(await countsOf(coach)).toEqual([[6, 0]]);
    const action = toActionFlags('booked');
    await world.call(changeBooking, adminSession, { appointmentId: slots[0], action });
    expect(await countsOf(coach)).toEqual([[5, 1]]);
  });

  test('no longer counts a moved free appointment, but counts the slot that a moved booking leaves free', async () => {
    const coach = await world.addCoach();
    const { slots } = await createSeries(coach);
    const session = await world.signIn(coach);
    const newTime = { date: '2041-04-25', fromTime: '15:00', tillTime: '15:45' };
    await world.call(moveOwnAppointment, session, { appointmentId: slots[0], ...newTime });
    expect(await countsOf(coach)).toEqual([[5, 0]]);

    const participantSession = await world.signIn(await world.addParticipant());
    await world.call(bookAppointment, participantSession, { appointmentId: slots[1] });
    const moveInput = {
      appointmentId: slots[1],
      coachId: coach,
      date: '2041-04-26',
      fromTime: '15:00',
      tillTime: '15:45',
    };
    expect((await world.call(moveAppointment, adminSession, moveInput)).body.meta.status).toBe('success');
    expect(await countsOf(coach)).toEqual([[5, 0]]);
  });

  test('still counts an appointment to which a booking is rescheduled', async () => {
    const coach = await world.addCoach();
    const { slots } = await createSeries(coach);
    const participantSession = await world.signIn(await world.addParticipant());
    const otherSlot = await world.addAppointment(coach, berlinInstant('2041-04-26', '09:00'));
    await world.call(bookAppointment, participantSession, { appointmentId: otherSlot });
    const input = { appointmentId: otherSlot, newAppointmentId: slots[0] };
    expect((await world.call(reschedule, participantSession, input)).body.meta.status).toBe('success');
    expect(await countsOf(coach)).toEqual([[5, 1]]);
  });
});

describe('ending a series [7.14]', () => {
  test('previews, then deletes the free appointments from a day on; booked ones are kept and listed', async () => {
    const coach = await world.addCoach();
    const { seriesId, slots } = await createSeries(coach);
    const participant = await world.addParticipant({ firstName: 'Robin', lastName: 'Bleibt' });
    await world.call(bookAppointment, await world.signIn(participant), { appointmentId: slots[4] });
    const input = { seriesId, fromDate: '2041-05-01' };
    const keptBookings = [
      { appointmentId: slots[4], date: '2041-05-01', fromTime: '10:00', participant: 'Robin Bleibt' },
    ];
    const session = await world.signIn(coach);

    const preview = await world.call(endOwnSeries, session, { ...input, apply: false });
    expect(preview.body.data).toEqual({ deleted: 2, kept: keptBookings });
    expect(await readAppointmentsOf(coach)).toHaveLength(6);

    const endResponse = await world.call(endOwnSeries, session, { ...input, apply: true });
    expect(endResponse.body.data).toEqual({ deleted: 2, kept: keptBookings });
    expect((await readAppointmentsOf(coach)).map(({ id }) => id)).toEqual(slots.slice(0, 3).concat(slots.slice(4, 5)));
    const repeatedResponse = await world.call(endSeries, adminSession, { ...input, apply: true });
    expect(repeatedResponse.body.data).toEqual({ deleted: 0, kept: keptBookings });
    const entries = await world.db.selectFrom('audit').selectAll().where('person_id', '=', coach).execute();
    expect(entries.map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [adminId, 'seriesMade'],
      [coach, 'seriesEnded'],
    ]);
  });

  test('keeps free appointments that have begun', async () => {
    const coach = await world.addCoach();
    const seriesId = await world.addSeries(coach, dateOf(now));
    const pastSlot = await world.addAppointment(coach, new Date(now.getTime() - 60_000));
    const upcomingSlot = await world.addAppointment(coach, new Date(now.getTime() + 3_600_000));
    await world.db
      .updateTable('appointment')
      .set({ series_id: seriesId })
      .where('id', 'in', [pastSlot, upcomingSlot])
      .execute();
    expect(
      (await world.call(endSeries, adminSession, { seriesId, fromDate: '2040-12-01', apply: true })).body.data?.deleted,
    ).toBe(1);
    expect((await readAppointmentsOf(coach)).map(({ id }) => id)).toEqual([pastSlot]);
  });

  test('does not find an unknown series or, as a coach, another coach’s series', async () => {
    const coach = await world.addCoach();
    const { seriesId } = await createSeries(coach);
    const input = { fromDate: '2041-05-01', apply: true };
    const otherCoachResponse = await world.call(endOwnSeries, await world.signIn(await world.addCoach()), {
      ...input,
      seriesId,
    });
    const unknownSeriesResponse = await world.call(endSeries, adminSession, { ...input, seriesId: 987_654_321 });
    expect([otherCoachResponse.status, unknownSeriesResponse.status]).toEqual([404, 404]);
    expect(await readAppointmentsOf(coach)).toHaveLength(6);
  });
});
