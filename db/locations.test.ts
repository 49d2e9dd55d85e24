import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../tests/support/world.ts';
import { compareGerman } from '../src/shared/german.ts';
import { seedLocations, towns } from './locations.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('there are about 300 towns, each of them once, in German order [3.4]', () => {
  expect(towns.length).toBeGreaterThanOrEqual(290);
  expect(towns.length).toBeLessThanOrEqual(310);
  expect(towns).toEqual([...new Set(towns)].sort(compareGerman));
  for (const town of towns) expect(town).toMatch(/^\p{Lu}[\p{L} ()-]+$/u);
});

test('missing towns are added, and the provider’s own entries stay', async () => {
  await world.db.insertInto('location').values({ label: 'Köln', place_id: 'kept' }).execute();
  await world.db.insertInto('location').values({ label: 'Musterdorf' }).execute();
  await Promise.all([seedLocations(world.app.db), seedLocations(world.app.db)]);
  await seedLocations(world.app.db);
  const rows = await world.db.selectFrom('location').select(['label', 'place_id']).execute();
  expect(rows).toHaveLength(towns.length + 1);
  expect(rows.find(({ label }) => label === 'Köln')?.place_id).toBe('kept');
});
