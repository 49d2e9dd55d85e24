import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../../tests/support/world.ts';
import { dateOf } from '../../../shared/berlin.ts';
import { getDailyPlan, getFullOverview, getFullDailyPlan, getOwnOverview } from '../../appointments/contract.ts';
import { getCoachAnalytics } from '../../coaches/contract.ts';
import { getDashboardData, getDashboardFigures } from '../../dashboard/contract.ts';
import { getFiles } from '../../files/contract.ts';
import { queueReminders } from '../../mail/reminders/jobs.ts';
import { searchAllParticipants, searchOwnParticipants, searchParticipant } from '../../participants/contract.ts';
import { reschedule } from './contract.ts';

let world: World;
let participant: number;
let ada: number;
let cora: number;
let oldRowId: number;
let newRowId: number;
const sessions = { participant: '', ada: '', cora: '', admin: '' };
const [from, to] = [inDays(8, '10:00'), inDays(9, '10:00')];
const days = { fromDate: dateOf(from), tillDate: dateOf(to) };

/** Robin reschedules their only booking, from Ada to Cora. */
beforeAll(async () => {
  world = await openWorld();
  participant = await world.addParticipant({ firstName: 'Robin', lastName: 'Umbucher', email: 'robin@test.example' });
  [ada, cora] = [await world.addCoach({ firstName: 'Ada' }), await world.addCoach({ firstName: 'Cora' })];
  sessions.participant = await world.signIn(participant);
  [sessions.ada, sessions.cora] = [await world.signIn(ada), await world.signIn(cora)];
  sessions.admin = await world.signIn(await world.addAdmin());
  oldRowId = await world.addAppointment(ada, from, { participant, quotaNumber: 1 });
  newRowId = await world.addAppointment(cora, to);
  await world.db.updateTable('appointment').set({ booked_at: new Date() }).where('id', '=', oldRowId).execute();
  await world.call(reschedule, sessions.participant, { appointmentId: oldRowId, newAppointmentId: newRowId });
});
afterAll(() => world.close());

describe('the old row of a rescheduled booking [4.15]', () => {
  test('does not make the person a participant of its coach, in searches or for access to documents', async () => {
    const searchAs = async (session: string) => {
      const ownSearch = await world.call(searchOwnParticipants, session, { searchString: 'Umbucher' });
      const participantSearch = await world.call(searchParticipant, session, { searchString: 'Umbucher' });
      const files = await world.call(getFiles, session, { participantId: participant });
      return [ownSearch.body.data?.length, participantSearch.body.data?.length, files.status];
    };
    expect(await searchAs(sessions.cora)).toEqual([1, 1, 200]);
    expect(await searchAs(sessions.ada)).toEqual([0, 0, 404]);
  });

  test('is not found by a search for its coach or its day, and not listed among the person’s appointments', async () => {
    const searchFor = async (criteria: object) =>
      (
        await world.call(searchAllParticipants, sessions.admin, {
          searchString: '',
          date: '',
          coachId: null,
          ...criteria,
        })
      ).body;
    expect((await searchFor({ coachId: ada })).data).toEqual([]);
    expect((await searchFor({ date: dateOf(from) })).data).toEqual([]);
    const response = await searchFor({ coachId: cora, date: dateOf(to) });
    expect(response.data?.[0]?.appointments.data.map(({ id }) => id)).toEqual([newRowId]);
  });

  test('is in none of the overviews and daily plans', async () => {
    const status = { booked: true, free: true, missed: true };
    const ownResponse = await world.call(getOwnOverview, sessions.ada, { ...days, status });
    expect(ownResponse.body.data?.map((row) => row.status)).toEqual(['F']);
    const full = await world.call(getFullOverview, sessions.admin, { ...days, status, coachId: null });
    expect(full.body.data?.map(({ id, status: state }) => [id === newRowId, state])).toEqual([
      [false, 'F'],
      [true, 'G'],
    ]);
    expect((await world.call(getDailyPlan, sessions.ada, days)).body.data).toEqual([]);
    const plan = await world.call(getFullDailyPlan, sessions.admin, { ...days, coachId: null });
    expect(plan.body.data?.map(({ id }) => id)).toEqual([newRowId]);
  });

  test('counts as rescheduled in the analytics of its coach, but neither in the total nor as cancelled [9.4]', async () => {
    const { body } = await world.call(getCoachAnalytics, sessions.admin, { ...days, coachId: ada });
    expect(body.appointmentList).toMatchObject({
      appointments: [{ status: 'F' }],
      meta: { total: 1, free: 1, cancelled: 0, rescheduled: 1 },
    });
  });

  test('does not count as a booking on the dashboard [10.2] [10.3]', async () => {
    const newest = await world.call(getDashboardData, sessions.admin, {});
    expect(newest.body.data?.bookings.map(({ appointmentDate }) => appointmentDate)).toEqual([dateOf(to)]);
    const { body } = await world.call(getDashboardFigures, sessions.admin, {});
    expect(body.data?.bookingsPerDay.reduce((sum, { bookings }) => sum + bookings, 0)).toBe(1);
  });
});

test('for reminders a move counts as a new booking: no reminder follows right away, but all are sent again for the new time [11.3]', async () => {
  const queueAndListReminders = async () => {
    await queueReminders(world.db, world.clock);
    const mails = await world.db.selectFrom('mail').selectAll().where('kind', 'like', 'reminder%').execute();
    return mails.map((mail) => `${mail.kind} ${mail.appointment_id}`);
  };
  // The booking was made long ago, and a reminder for the old time was sent.
  const longAgo = new Date(Date.now() - 20 * 86_400_000);
  await world.db.updateTable('appointment').set({ booked_at: longAgo }).where('id', '=', newRowId).execute();
  await world.db.insertInto('reminder').values({ appointment_id: oldRowId, kind: 'reminderThreeDays' }).execute();
  // The clock shows 71 hours before the new time, so the reminder three days before is due.
  const shift = to.getTime() - 71 * 3_600_000 - Date.now();
  world.clock.shiftMs = shift;
  try {
    const hoursBefore = (hours: number) => new Date(Date.now() + shift - hours * 3_600_000);
    const setMovedAt = (moved_at: Date) =>
      world.db.updateTable('appointment').set({ moved_at }).where('id', '=', newRowId).execute();
    await setMovedAt(hoursBefore(1));
    expect(await queueAndListReminders()).toEqual([]);
    await setMovedAt(hoursBefore(24));
    expect(await queueAndListReminders()).toEqual([`reminderThreeDays ${newRowId}`]);
  } finally {
    world.clock.shiftMs = 0;
  }
});
