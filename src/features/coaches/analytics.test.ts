import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { addDays, dateOf, instantOf } from '../../shared/berlin.ts';
import { getCoachAnalytics } from './contract.ts';
import { analyticsKindOf, analyticsKindLabel } from './rules.ts';

let world: World;
let adminSession: string;
let coach: number;
const today = dateOf(new Date());
const range = { fromDate: addDays(today, -30), tillDate: addDays(today, 30) };
const getAnalytics = async (changes: Record<string, unknown> = {}) =>
  world.call(getCoachAnalytics, adminSession, { coachId: coach, ...range, ...changes });

beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  coach = await world.addCoach();
  const participant = await world.addParticipant({ firstName: 'Jörg', lastName: 'Bäcker', email: 'jb@test.example' });
  const otherParticipant = await world.addParticipant();
  await world.addAppointment(coach, inDays(-9, '09:00'), { participant });
  await world.addAppointment(coach, inDays(-8, '09:00'), { participant: otherParticipant });
  await world.addAppointment(coach, inDays(-7, '09:00'), { participant, status: 'V' });
  await world.addAppointment(coach, inDays(-6, '09:00'), { participant, status: 'K' });
  await world.addAppointment(coach, inDays(-5, '09:00'));
  // An appointment today counts as upcoming even after it has ended.
  await world.addAppointment(coach, instantOf(today, '00:00') ?? new Date(), { participant, minutes: 1 });
  await world.addAppointment(coach, inDays(5, '09:00'), { participant, status: 'K' });
  await world.addAppointment(coach, inDays(5, '09:00'));
  await world.addAppointment(coach, inDays(5, '12:00'), { participant, status: 'K', cancelKind: 'rescheduled' });
  await world.addAppointment(coach, inDays(6, '09:00'), { participant });
  await world.addAppointment(coach, inDays(7, '09:00'), { isSpeedcoaching: true });
  // Two appointments outside the range, and one of another coach.
  await world.addAppointment(coach, inDays(-31, '23:00'), { participant });
  await world.addAppointment(coach, inDays(31, '00:00'), { participant });
  await world.addAppointment(await world.addCoach(), inDays(1, '09:00'), { participant });
});
afterAll(() => world.close());

describe('the analytics of a coach', () => {
  test('list every appointment of the range in order of start, with exactly the fields of the contract [9.4]', async () => {
    const { appointmentList } = (await getAnalytics()).body;
    expect(Object.keys(appointmentList ?? {}).sort()).toEqual(['appointments', 'meta']);
    expect(appointmentList?.appointments.map(({ status }) => status).join('')).toMatch(/^GGVKFG(KF|FK)GF$/);
    expect(appointmentList?.appointments[0]).toEqual({
      date: addDays(today, -9),
      startTime: '09:00',
      endTime: '09:45',
      status: 'G',
      firstName: 'Jörg',
      lastName: 'Bäcker',
      phone: '022112345678',
      email: 'jb@test.example',
    });
    expect(appointmentList?.appointments[4]).toMatchObject({ firstName: '', lastName: '', phone: '', email: '' });
  });

  test('count bookings from today on as active, earlier ones as done, and rescheduled ones separately [9.4]', async () => {
    expect((await getAnalytics()).body.appointmentList?.meta).toEqual({
      total: 10,
      active: 2,
      done: 2,
      free: 3,
      missed: 1,
      cancelled: 2,
      rescheduled: 1,
    });
  });

  test('count by Berlin days and include the first and the last day of the range [9.4]', async () => {
    const totalOf = async (fromDate: string, tillDate: string) =>
      (await getAnalytics({ fromDate, tillDate })).body.appointmentList?.meta.total;
    expect(await totalOf(today, today)).toBe(1);
    expect(await totalOf(addDays(today, 31), addDays(today, 31))).toBe(1);
    expect(await totalOf(addDays(today, -31), addDays(today, -31))).toBe(1);
  });

  test.each([
    ['coachId', { coachId: null }, 'Bitte wähle einen Coach aus.'],
    ['fromDate', { fromDate: '' }, 'Bitte gib ein Startdatum ein'],
    ['tillDate', { tillDate: null }, 'Bitte gib ein Enddatum ein'],
    ['tillDate', { tillDate: '2020-01-01' }, 'Das Enddatum muss nach dem Startdatum liegen'],
  ])('need a valid %s: %j is refused [9.4]', async (path, changes, message) => {
    const { status, body } = await getAnalytics(changes);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: [{ path, message }] });
  });

  test('cover at most ten years, and refuse an unknown coach', async () => {
    expect((await getAnalytics({ fromDate: '2010-01-01' })).body.meta).toMatchObject({
      code: 'rangeTooLong',
      message: 'Der Zeitraum darf höchstens 10 Jahre lang sein.',
    });
    expect((await getAnalytics({ coachId: 987_654_321 })).status).toBe(404);
  });

  test('are available for an inactive coach, too', async () => {
    const inactiveCoach = await world.addCoach();
    await world.addAppointment(inactiveCoach, inDays(-3, '09:00'));
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', inactiveCoach).execute();
    expect((await getAnalytics({ coachId: inactiveCoach })).body.appointmentList?.meta.total).toBe(1);
  });
});

test.each([
  ['G', today, 'Gebucht'],
  ['G', addDays(today, -1), 'Durchgeführt'],
  ['V', today, 'Versäumt'],
  ['K', today, 'Storniert'],
  ['F', today, 'Frei'],
  ['X', today, 'Unbekannt'],
])('an appointment with status %s on %s is called „%s“ [9.4]', (status, date, label) => {
  expect(analyticsKindLabel({ status, date }, today)).toBe(label);
  expect(analyticsKindOf({ status, date }, today) === null).toBe(label === 'Unbekannt');
});
