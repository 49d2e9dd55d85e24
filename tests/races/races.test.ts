import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWorld } from '../support/world.ts';
import {
  book,
  prepareRaces,
  createPeople,
  createSlots,
  countSuccesses,
  runRounds,
  type RaceContext,
  type Race,
  type RoundResult,
} from './context.ts';
import { races as absenceRaces } from './absences.ts';
import { races as bookingRaces } from './bookings.ts';
import { races as directBookingRaces } from './direct.ts';
import { races as introductionRaces } from './introductions.ts';
import { runMixedOperations } from './mixed.ts';
import { races as moveRaces } from './moves.ts';
import { races as ownDataRaces } from './own-data.ts';
import { documentRace, races as peopleRaces } from './people.ts';
import { races as waitingListRaces } from './waiting.ts';

const races = [
  ...absenceRaces,
  ...bookingRaces,
  ...directBookingRaces,
  ...introductionRaces,
  ...moveRaces,
  ...ownDataRaces,
  ...peopleRaces,
  ...waitingListRaces,
];

/**
 * Opens a world before the tests of a describe block and closes it afterwards. The world lacks the guard
 * `removedGuard`. Returns a getter for the context of the races.
 */
function openContext(removedGuard: Race['guard'] = null) {
  let context: RaceContext | undefined;
  beforeAll(async () => {
    context = await prepareRaces(await openWorld(removedGuard?.locks ? { usesLocks: false } : {}), removedGuard);
  });
  afterAll(() => context?.world.close());
  return () => {
    if (!context) throw new Error('the world is not open yet');
    return context;
  };
}

describe('when requests arrive at the same time, these faults never occur [4.4] [4.5] [4.15] [4.17] [4.19] [4.20] [12.2] [12.3] [13.4] [13.5] [14.1] [14.2] [14.3] [17.3]', () => {
  const getContext = openContext();
  test.each(races)('$id: $fault', async (race) => {
    expect(await runRounds(race, getContext(), 8)).toEqual<RoundResult>({ faultyRounds: 0, rounds: 8 });
  });
});

describe.each(races.filter(({ guard, isRareWithoutGuard }) => guard && !isRareWithoutGuard))(
  'without its guard, the fault $id: $fault',
  (race) => {
    const getContext = openContext(race.guard);
    test('occurs within 2,000 rounds', { timeout: 300_000 }, async () => {
      expect((await runRounds(race, getContext(), 2_000, 1)).faultyRounds).toBe(1);
    });
  },
);

test('a participant who is anonymised during an upload leaves no bytes in the store', async () => {
  const context = await prepareRaces(await openWorld({ runsJobs: true }));
  await runRounds(documentRace, context, 5);
  const listStoredFiles = async () => {
    const entries = await readdir(join(context.world.dataDir, 'files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  await vi.waitFor(async () => expect(await listStoredFiles()).toEqual([]), { timeout: 60_000, interval: 100 });
  await context.world.close();
});

test('without the locks the constraint still prevents a fourth appointment', async () => {
  const context = await prepareRaces(await openWorld({ usesLocks: false }));
  for (let round = 0; round < 10; round++) {
    const [person] = await createPeople(context, 1);
    const outcomes = await Promise.all(
      (await createSlots(context, 8)).map((slot) => book(context, person?.session ?? '', slot)),
    );
    expect(countSuccesses(outcomes)).toBeLessThanOrEqual(3);
  }
  await context.world.close();
});

test('1,000 concurrent mixed operations by few people on few appointments never fail and violate no invariant of the data', async () => {
  const context = await prepareRaces(await openWorld());
  const { faults, violations, outcomes } = await runMixedOperations(context, { operations: 1_000, seed: 7 });
  await context.world.close();
  expect({ faults, violations }).toEqual({ faults: 0, violations: [] });
  expect(outcomes['success']).toBeGreaterThan(200);
});
