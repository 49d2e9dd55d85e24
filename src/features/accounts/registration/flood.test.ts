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

test('a flood of logins is served in part, the rest is asked to retry later, and other calls are not affected', async () => {
  await world.location('Köln');
  const email = 'flut@test.example';
  await world.participant({ email, passwordHash: await hashPassword(password) });
  const attempt = (username: string) => world.call(login, null, { username, password });

  let flooding = true;
  const flood = Promise.all(
    Array.from({ length: 400 }, (_, index) => attempt(index % 2 === 0 ? email : `fremd${index}@test.example`)),
  ).finally(() => (flooding = false));
  const others: number[] = [];
  while (flooding) {
    const from = performance.now();
    expect((await world.call(getLocations, null)).status).toBe(200);
    others.push(performance.now() - from);
  }
  const answers = await flood;
  const longest = Math.max(...others);
  const median = others.sort((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0;
  const refused = answers.filter(({ status }) => status === 503);
  console.info(
    `${answers.length} logins, ${refused.length} sent away; ${others.length} other calls, median ${Math.round(median)} ms, longest ${Math.round(longest)} ms`,
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(10);
  // Generous, because the flood's own requests run in the same process.
  expect(median).toBeLessThan(500);
  // Afterwards everybody is served again, unknown accounts included.
  expect((await attempt(email)).body.meta.status).toBe('success');
  expect((await attempt('unbekannt@test.example')).status).toBe(200);
});

test('an unknown account’s password is compared as long as a known one’s, and is never right', async () => {
  const stored = await hashPassword(password);
  const time = async (against: string | null) => {
    const from = performance.now();
    await passwordMatches(against, 'Falsch-1');
    return performance.now() - from;
  };
  // In turns, and the shortest of each: a machine that stalls makes single comparisons longer, none shorter.
  let [known, unknown] = [Infinity, Infinity];
  for (let round = 0; round < 20; round++) {
    known = Math.min(known, await time(stored));
    unknown = Math.min(unknown, await time(null));
  }
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
  expect(await passwordMatches(null, password)).toBe(false);
});
