import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld } from '../support/world.ts';
import {
  book,
  prepareRaces,
  createPeople,
  createSlots,
  countOutcomes,
  runRounds,
  type RaceContext,
  type Race,
} from './context.ts';
import { races as ofAbsences } from './absences.ts';
import { races as ofBookings } from './bookings.ts';
import { races as ofDirect } from './direct.ts';
import { races as ofIntroductions } from './introductions.ts';
import { runMixedOperations } from './mixed.ts';
import { races as ofMoves } from './moves.ts';
import { races as ofOwnData } from './own-data.ts';
import { documentRace, races as ofPeople } from './people.ts';
import { races as ofWaiting } from './waiting.ts';

const races = [
  ...ofAbsences,
  ...ofBookings,
  ...ofDirect,
  ...ofIntroductions,
  ...ofMoves,
  ...ofOwnData,
  ...ofPeople,
  ...ofWaiting,
];

/** Opens a world for a describe block, without the guard of a race if one is given; returns a function that gets it. */
function openContext(guard: Race['guard'] = null) {
  let context: RaceContext | undefined;
  beforeAll(async () => {
    context = await prepareRaces(await openWorld(guard?.locks ? { locks: false } : {}), guard);
  });
  afterAll(() => context?.world.close());
  return () => {
    if (!context) throw new Error('the world is not open yet');
    return context;
  };
}

describe('when requests arrive at the same time it never happens that [4.4] [4.5] [4.15] [4.17] [4.19] [4.20] [12.2] [12.3] [13.4] [13.5] [14.1] [14.2] [14.3] [17.3]', () => {
  const context = openContext();
  test.each(races)('$no: $fault', async (race) => {
    expect(await runRounds(race, context(), 8)).toEqual({ seen: 0, of: 8 });
  });
});

describe.each(races.filter(({ guard, rare }) => guard && !rare))(
  'without its guard it is seen that $no: $fault',
  (race) => {
    const context = openContext(race.guard);
    test('happens within 2,000 rounds', { timeout: 300_000 }, async () => {
      expect((await runRounds(race, context(), 2_000, 1)).seen).toBe(1);
    });
  },
);

test('a participant who is anonymised during an upload leaves no bytes in the store', async () => {
  const { world, admin } = await prepareRaces(await openWorld({ sendMails: true }));
  await runRounds(documentRace, { world, admin }, 5);
  const objects = async () => {
    const entries = await readdir(join(world.dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  await vi.waitFor(async () => expect(await objects()).toEqual([]), { timeout: 60_000, interval: 100 });
  await world.close();
});

test('without the locks the constraint still prevents a fourth appointment', async () => {
  const context = await prepareRaces(await openWorld({ locks: false }));
  for (let round = 0; round < 10; round++) {
    const [person] = await createPeople(context, 1);
    const outcomes = await Promise.all(
      (await createSlots(context, 8)).map((slot) => book(context, person?.session ?? '', slot)),
    );
    expect(countOutcomes(outcomes)).toBeLessThanOrEqual(3);
  }
  await context.world.close();
});

test('1,000 concurrent mixed operations by few people on few appointments never fail and break no rule of the data', async () => {
  const context = await prepareRaces(await openWorld());
  const { faults, broken, outcomes } = await runMixedOperations(context, { operations: 1_000, seed: 7 });
  await context.world.close();
  expect({ faults, broken }).toEqual({ faults: 0, broken: [] });
  expect(outcomes['success']).toBeGreaterThan(200);
});
