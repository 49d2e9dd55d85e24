import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { dateOf } from '../../shared/berlin.ts';
import { bookOwnSlotForParticipant } from '../booking/direct/contract.ts';
import {
  createAppointment,
  createOwnAppointment,
  getFullOverview,
  getOwnOverview,
  type OverviewOrder,
} from './contract.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  const aermel = await world.addCoach({ firstName: 'Zoe', lastName: 'Ärmel' });
  const abel = await world.addCoach({ firstName: 'Ute', lastName: 'Abel' });
  const zander = await world.addCoach({ firstName: 'Bo', lastName: 'Zander' });
  const ozil = await world.addParticipant({ firstName: 'Mia', lastName: 'Özil' });
  const otto = await world.addParticipant({ firstName: 'Noa', lastName: 'Otto' });
  const pohl = await world.addParticipant({ firstName: 'Ada', lastName: 'Pohl' });
  await world.addAppointment(zander, inDays(1, '09:00'), { participant: ozil });
  await world.addAppointment(aermel, inDays(2, '09:00'), { participant: pohl });
  await world.addAppointment(abel, inDays(3, '09:00'), { participant: otto });
  await world.addAppointment(abel, inDays(4, '09:00'), { isSpeedcoaching: true });
});
afterAll(() => world.close());

const filters = () => ({
  fromDate: dateOf(new Date()),
  tillDate: dateOf(inDays(9, '12:00')),
  status: { booked: true, free: true, missed: true },
  coachId: null,
});

async function readNamesSortedBy(sort: OverviewOrder) {
  const { body } = await world.call(getFullOverview, adminSession, { ...filters(), sort });
  return body.data?.map(({ coachFullName, participantFullName }) => [coachFullName, participantFullName]);
}

test('admins can sort the overview by start, by latest start, by coach or by participant, in German order', async () => {
  const [ozil, pohl, otto, speedcoaching] = [
    ['Bo Zander', 'Mia Özil'],
    ['Zoe Ärmel', 'Ada Pohl'],
    ['Ute Abel', 'Noa Otto'],
    ['Ute Abel', ''],
  ];
  expect(await readNamesSortedBy('start')).toEqual([ozil, pohl, otto, speedcoaching]);
  expect(await readNamesSortedBy('latestStart')).toEqual([speedcoaching, otto, pohl, ozil]);
  expect(await readNamesSortedBy('coach')).toEqual([otto, speedcoaching, pohl, ozil]);
  expect(await readNamesSortedBy('participant')).toEqual([otto, ozil, pohl, speedcoaching]);
});

test('a coach’s own overview can begin with the latest appointment [7.8]', async () => {
  const coach = await world.addCoach();
  const starts = [inDays(30, '09:00'), inDays(31, '09:00')];
  for (const start of starts) await world.addAppointment(coach, start);
  const session = await world.signIn(coach);
  const { coachId: _, ...ownFilters } = { ...filters(), tillDate: dateOf(inDays(32, '12:00')) };
  const readDates = async (sort?: 'start' | 'latestStart') => {
    const { body } = await world.call(getOwnOverview, session, { ...ownFilters, ...(sort && { sort }) });
    return body.data?.map(({ date }) => date);
  };
  expect(await readDates()).toEqual(starts.map(dateOf));
  expect(await readDates('latestStart')).toEqual(starts.map(dateOf).reverse());
});

test('admins can filter the overview by type, and its counts and pages follow the filter and the order [7.8]', async () => {
  const speedcoachings = await world.call(getFullOverview, adminSession, { ...filters(), type: 'Speedcoaching' });
  expect(speedcoachings.body.data).toMatchObject([{ isSpeedcoaching: 1 }]);
  expect(speedcoachings.body.meta).toMatchObject({ total: 1, counts: { booked: 0, free: 1, missed: 0 } });
  const einzelcoachings = await world.call(getFullOverview, adminSession, { ...filters(), type: 'Einzelcoaching' });
  expect(einzelcoachings.body.meta).toMatchObject({ total: 3, counts: { booked: 3, free: 0, missed: 0 } });
  const secondPage = { ...filters(), sort: 'latestStart', page: 2, pageSize: 2 };
  const { body } = await world.call(getFullOverview, adminSession, secondPage);
  expect(body.data?.map(({ coachFullName }) => coachFullName)).toEqual(['Zoe Ärmel', 'Bo Zander']);
  expect((await world.call(getFullOverview, adminSession, { ...filters(), sort: 'id; DROP TABLE' })).status).toBe(400);
});

test('admins can filter the overview by several coaches; a row has its participant and meeting link [7.8]', async () => {
  const [firstCoach, secondCoach, thirdCoach] = [
    await world.addCoach(),
    await world.addCoach(),
    await world.addCoach(),
  ];
  const participant = await world.addParticipant();
  await world.addAppointment(firstCoach, inDays(40, '09:00'), { participant });
  await world.addAppointment(secondCoach, inDays(40, '10:00'));
  await world.addAppointment(thirdCoach, inDays(40, '11:00'));
  const day = dateOf(inDays(40, '12:00'));
  const { body } = await world.call(getFullOverview, adminSession, {
    ...filters(),
    fromDate: day,
    tillDate: day,
    coachIds: [firstCoach, secondCoach],
  });
  expect(body.data?.map(({ coachId, participantId }) => [coachId, participantId])).toEqual([
    [firstCoach, participant],
    [secondCoach, null],
  ]);
  expect(body.data?.[0]?.href).toMatch(/^https:/);
  expect(body.meta).toMatchObject({ total: 2, counts: { booked: 1, free: 1, missed: 0 } });
  const noCoaches = { ...filters(), coachIds: [] };
  expect((await world.call(getFullOverview, adminSession, noCoaches)).status).toBe(400);
});

test('the overview shows the deadline for undoing a direct booking only to the coach who made it [7.8]', async () => {
  const [coach, participant] = [await world.addCoach(), await world.addParticipant()];
  const session = await world.signIn(coach);
  const day = dateOf(inDays(20, '12:00'));
  const formAt = (fromTime: string, tillTime: string) => ({
    type: 'Einzelcoaching' as const,
    date: day,
    fromTime,
    tillTime,
  });
  const { data: freeSlot } = (
    await world.call(createOwnAppointment, session, { ...formAt('09:00', '09:45'), participantId: null })
  ).body;
  const booking = { appointmentId: freeSlot?.appointmentId, participantId: participant };
  await world.recordParticipantSearchHit(coach, participant);
  await world.call(bookOwnSlotForParticipant, session, booking);
  const bookingByAdmin = { ...formAt('11:00', '11:45'), participantId: participant, coachId: coach };
  await world.call(createAppointment, adminSession, bookingByAdmin);
  await world.addAppointment(coach, inDays(20, '13:00'), { participant });
  const deadlinesIn = async (call: typeof getOwnOverview | typeof getFullOverview, callerSession: string) => {
    const input = { ...filters(), fromDate: day, tillDate: day, coachId: coach };
    const { data = [] } = (await world.call(call, callerSession, input)).body;
    expect(data.map(({ coachId }) => coachId)).toEqual([coach, coach, coach]);
    return data.map(({ takeBackUntil }) => takeBackUntil);
  };
  const [deadline, ...otherDeadlines] = await deadlinesIn(getOwnOverview, session);
  expect(Math.round((Date.parse(deadline ?? '') - Date.now()) / 60_000)).toBe(60);
  expect(otherDeadlines).toEqual([null, null]);
  expect(await deadlinesIn(getFullOverview, adminSession)).toEqual([null, null, null]);
  await world.db
    .updateTable('appointment')
    .set({ booked_at: new Date(Date.now() - 3_601_000) })
    .where('coach_id', '=', coach)
    .where('status', '=', 'G')
    .execute();
  expect(await deadlinesIn(getOwnOverview, session)).toEqual([null, null, null]);
});

test('the overview counts how many of the appointments that match have begun [7.8]', async () => {
  const coach = await world.addCoach();
  await world.addAppointment(coach, inDays(-2, '08:00'));
  await world.addAppointment(coach, inDays(-1, '09:00'), { participant: await world.addParticipant() });
  await world.addAppointment(coach, inDays(1, '11:00'));
  const range = { ...filters(), fromDate: dateOf(inDays(-2, '12:00')), coachId: coach };
  const countBegun = async (status: object) => {
    const { body } = await world.call(getFullOverview, adminSession, { ...range, status, pageSize: 1 });
    return body.meta;
  };
  const all = { booked: true, free: true, missed: true };
  expect(await countBegun(all)).toMatchObject({ total: 3, begun: 2 });
  expect(await countBegun({ ...all, booked: false })).toMatchObject({ total: 2, begun: 1 });
  expect(await countBegun({ booked: false, free: false, missed: false })).toMatchObject({ total: 0, begun: 0 });
});

test('the overview can omit free Einzelcoachings that have begun; what was booked, Speedcoachings and free ones ahead stay [7.8]', async () => {
  const coach = await world.addCoach();
  const session = await world.signIn(coach);
  await world.addAppointment(coach, inDays(-1, '08:00'));
  await world.addAppointment(coach, inDays(-1, '09:00'), { participant: await world.addParticipant() });
  await world.addAppointment(coach, inDays(-1, '10:00'), { isSpeedcoaching: true });
  await world.addAppointment(coach, inDays(1, '11:00'));
  const { coachId: _, ...ownFilters } = { ...filters(), fromDate: dateOf(inDays(-1, '12:00')) };
  const read = async (call: typeof getOwnOverview | typeof getFullOverview, caller: string, omitUnused: boolean) => {
    const { body } = await world.call(call, caller, { ...ownFilters, coachId: coach, omitUnused });
    return [body.data?.map(({ timeSlot }) => timeSlot.slice(0, 5)), body.meta];
  };
  const counts = { booked: 1, free: 2, missed: 0 };
  for (const [call, caller] of [
    [getOwnOverview, session],
    [getFullOverview, adminSession],
  ] as const) {
    expect(await read(call, caller, true)).toMatchObject([['09:00', '10:00', '11:00'], { total: 3, counts }]);
    expect(await read(call, caller, false)).toMatchObject([['08:00', '09:00', '10:00', '11:00'], { total: 4 }]);
  }
});
