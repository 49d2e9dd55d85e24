import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld } from '../testing.ts';
import { book, enter, people, slots, times, violations, type Arena, type Race } from './arena.ts';
import { races as ofBookings } from './bookings.ts';
import { mix } from './mixed.ts';
import { documentRace, races as ofPeople } from './people.ts';

const races = [...ofBookings, ...ofPeople];

/** A world for a describe block, without the guard of a race where that is given. */
function inArena(guard: Race['guard'] = null) {
  let arena: Arena | undefined;
  beforeAll(async () => {
    arena = await enter(await openWorld(guard?.locks ? { locks: false } : {}), guard);
  });
  afterAll(() => arena?.world.close());
  return () => {
    if (!arena) throw new Error('the world is not open yet');
    return arena;
  };
}

describe('at the very same time it never happens that', () => {
  const arena = inArena();
  test.each(races)('$no: $fault', { timeout: 60_000 }, async (race) => {
    expect(await violations(race, arena(), 8)).toEqual({ seen: 0, of: 8 });
  });
});

describe.each(races.filter(({ guard, rare }) => guard && !rare))(
  'without its guard it is seen that $no: $fault',
  (race) => {
    const arena = inArena(race.guard);
    test('within 2,000 rounds', { timeout: 300_000 }, async () => {
      expect((await violations(race, arena(), 2_000, 1)).seen).toBe(1);
    });
  },
);

test('of somebody who is anonymised while uploading there is in the end no byte in the store', async () => {
  const { world, admin } = await enter(await openWorld({ sendMails: true }));
  await violations(documentRace, { world, admin }, 5);
  const objects = async () => {
    const entries = await readdir(join(world.dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  await vi.waitFor(async () => expect(await objects()).toEqual([]), { timeout: 15_000, interval: 100 });
  await world.close();
}, 60_000);

test('with the locks gone the constraint still lets nobody have a fourth appointment', async () => {
  const arena = await enter(await openWorld({ locks: false }));
  for (let round = 0; round < 10; round++) {
    const [person] = await people(arena, 1);
    const outcomes = await Promise.all((await slots(arena, 8)).map((slot) => book(arena, person?.session ?? '', slot)));
    expect(times(outcomes)).toBeLessThanOrEqual(3);
  }
  await arena.world.close();
}, 60_000);

test('1,000 mixed deeds of few people at few appointments at once: nothing fails, every rule of the data holds', async () => {
  const arena = await enter(await openWorld());
  const { faults, broken, outcomes } = await mix(arena, { operations: 1_000, seed: 7 });
  await arena.world.close();
  expect({ faults, broken }).toEqual({ faults: 0, broken: [] });
  expect(outcomes['success']).toBeGreaterThan(200);
}, 120_000);
