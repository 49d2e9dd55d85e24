import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../../../tests/support/world.ts';
import { countVisit } from './contract.ts';
import { deleteOldVisits } from './sql.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => world.close());

const visit = {
  userAgent: 'Mozilla/5.0 (Test)',
  userLanguage: 'de-DE',
  screenWidth: 1920,
  screenHeight: 1080,
  viewportWidth: 1400,
  viewportHeight: 900,
};
const readCounts = async () =>
  Object.fromEntries(
    (await world.db.selectFrom('tracking').selectAll().execute()).map((row) => [`${row.kind}=${row.value}`, row.count]),
  );

test('visits are counted per value, and only the network of an IP address is counted [10.4]', async () => {
  for (let visits = 0; visits < 3; visits++) await world.call(countVisit, null, visit);
  await world.call(countVisit, null, { ...visit, viewportWidth: 360 });
  expect(await readCounts()).toEqual({
    'ipAddress=127.0.0.0/24': 4,
    'screenWidth=1920': 4,
    'screenHeight=1080': 4,
    'viewportWidth=1400': 3,
    'viewportWidth=360': 1,
    'viewportHeight=900': 4,
    'userLanguage=de-DE': 4,
    'userAgent=Mozilla/5.0 (Test)': 4,
  });
});

test('only 500 values per day and kind are counted separately, so invented values cannot fill the table', async () => {
  await Promise.all(
    Array.from({ length: 520 }, (_, number) =>
      world.call(countVisit, null, { ...visit, userAgent: `Erfunden ${number}` }),
    ),
  );
  const rows = await world.db.selectFrom('tracking').selectAll().where('kind', '=', 'userAgent').execute();
  // Concurrent calls may exceed the limit a little.
  expect(rows.length).toBeLessThanOrEqual(550);
  expect(rows.find((row) => row.value === 'andere')?.count).toBeGreaterThan(0);
});

test('counts of visits are deleted after 90 days', async () => {
  world.clock.shiftMs = 91 * 86_400_000;
  await deleteOldVisits(world.db, world.clock);
  world.clock.shiftMs = 0;
  expect(await readCounts()).toEqual({});
});
