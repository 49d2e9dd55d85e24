import { afterAll, beforeAll, expect, test } from 'vitest';
import { inDays, openWorld, type World } from '../server/testing.ts';
import { dateOf } from '../shared/berlin.ts';
import { fullOverview, type OverviewOrder } from './contract.ts';

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.admin());
  const aermel = await world.coach({ firstName: 'Zoe', lastName: 'Ärmel' });
  const abel = await world.coach({ firstName: 'Ute', lastName: 'Abel' });
  const zander = await world.coach({ firstName: 'Bo', lastName: 'Zander' });
  const ozil = await world.participant({ firstName: 'Mia', lastName: 'Özil' });
  const otto = await world.participant({ firstName: 'Noa', lastName: 'Otto' });
  const pohl = await world.participant({ firstName: 'Ada', lastName: 'Pohl' });
  await world.appointment(zander, inDays(1, '09:00'), { participant: ozil });
  await world.appointment(aermel, inDays(2, '09:00'), { participant: pohl });
  await world.appointment(abel, inDays(3, '09:00'), { participant: otto });
  await world.appointment(abel, inDays(4, '09:00'), { speed: true });
});
afterAll(() => world.close());

const filters = () => ({
  fromDate: dateOf(new Date()),
  tillDate: dateOf(inDays(9, '12:00')),
  status: { booked: true, free: true, missed: true },
  coachId: null,
});

async function coachesBy(sort: OverviewOrder) {
  const { body } = await world.call(fullOverview, admin, { ...filters(), sort });
  return body.data?.map(({ coachFullName, participantFullName }) => [coachFullName, participantFullName]);
}

test('admins have the overview by start, the latest first, by coach or by participant, in German order', async () => {
  const [ozil, pohl, otto, speed] = [
    ['Bo Zander', 'Mia Özil'],
    ['Zoe Ärmel', 'Ada Pohl'],
    ['Ute Abel', 'Noa Otto'],
    ['Ute Abel', ''],
  ];
  expect(await coachesBy('start')).toEqual([ozil, pohl, otto, speed]);
  expect(await coachesBy('latestStart')).toEqual([speed, otto, pohl, ozil]);
  expect(await coachesBy('coach')).toEqual([otto, speed, pohl, ozil]);
  expect(await coachesBy('participant')).toEqual([otto, ozil, pohl, speed]);
});

test('admins have one kind alone, with its counts; pages follow the order', async () => {
  const speed = await world.call(fullOverview, admin, { ...filters(), type: 'Speedcoaching' });
  expect(speed.body.data).toMatchObject([{ isSpeedcoaching: 1 }]);
  expect(speed.body.meta).toMatchObject({ total: 1, counts: { booked: 0, free: 1, missed: 0 } });
  const single = await world.call(fullOverview, admin, { ...filters(), type: 'Einzelcoaching' });
  expect(single.body.meta).toMatchObject({ total: 3, counts: { booked: 3, free: 0, missed: 0 } });
  const second = { ...filters(), sort: 'latestStart', page: 2, pageSize: 2 };
  const { body } = await world.call(fullOverview, admin, second);
  expect(body.data?.map(({ coachFullName }) => coachFullName)).toEqual(['Zoe Ärmel', 'Bo Zander']);
  expect((await world.call(fullOverview, admin, { ...filters(), sort: 'id; DROP TABLE' })).status).toBe(400);
});
