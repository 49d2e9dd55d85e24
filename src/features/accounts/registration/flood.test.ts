import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLocations } from '../../provider/contract.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { login } from '../contract.ts';
import { hashPassword, passwordMatches } from '../../../platform/password-hash.ts';

const password = 'Sommer-Wiese-2026!';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('during a flood of logins, some are refused with a Retry-After header, and other calls are hardly delayed', async () => {
  await world.addLocation('Köln');
  const email = 'flut@test.example';
  await world.addParticipant({ email, passwordHash: await hashPassword(password) });
  const attemptLogin = (username: string) => world.call(login, null, { username, password });

  let isFlooding = true;
  const flood = Promise.all(
    Array.from({ length: 400 }, (_, index) => attemptLogin(index % 2 === 0 ? email : `fremd${index}@test.example`)),
  ).finally(() => (isFlooding = false));
  const otherCallTimes: number[] = [];
  while (isFlooding) {
    const start = performance.now();
    expect((await world.call(getLocations, null)).status).toBe(200);
    otherCallTimes.push(performance.now() - start);
  }
  const answers = await flood;
  const longest = Math.max(...otherCallTimes);
  const median = otherCallTimes.sort((a, b) => a - b)[Math.floor(otherCallTimes.length / 2)] ?? 0;
  const refused = answers.filter(({ status }) => status === 503);
  console.info(
    `${answers.length} logins, ${refused.length} refused; ${otherCallTimes.length} other calls, median ${Math.round(median)} ms, longest ${Math.round(longest)} ms`,
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(otherCallTimes.length).toBeGreaterThan(10);
  // The limit is generous, because the requests of the flood run in the same process.
  expect(median).toBeLessThan(500);
  // After the flood, logins are handled again, including those for unknown accounts.
  expect((await attemptLogin(email)).body.meta.status).toBe('success');
  expect((await attemptLogin('unbekannt@test.example')).status).toBe(200);
});

test('comparing a password for an unknown account takes about as long as for a known one, and never matches', async () => {
  const storedHash = await hashPassword(password);
  const timeComparison = async (hash: string | null) => {
    const start = performance.now();
    await passwordMatches(hash, 'Falsch-1');
    return performance.now() - start;
  };
  // Measures both in turn and takes the shortest time of each, because a busy machine can only make them longer.
  let [knownMs, unknownMs] = [Infinity, Infinity];
  for (let repetition = 0; repetition < 20; repetition++) {
    knownMs = Math.min(knownMs, await timeComparison(storedHash));
    unknownMs = Math.min(unknownMs, await timeComparison(null));
  }
  expect(unknownMs / knownMs).toBeGreaterThan(0.5);
  expect(unknownMs / knownMs).toBeLessThan(2);
  expect(await passwordMatches(null, password)).toBe(false);
});
