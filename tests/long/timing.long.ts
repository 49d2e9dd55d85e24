import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { login, needNewPassword } from '../../src/features/accounts/contract.ts';
import { newRegistration } from '../../src/features/accounts/registration/contract.ts';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { createRegistrationForm } from '../support/registration.ts';
import { openWorld } from '../support/world.ts';
import type { Call } from '../../src/shared/call.ts';
import { recordFigure, scaledTries } from './figure.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const samples = scaledTries(2_000);
/** The number of accounts of each kind; a single one would always be read from the same cached page. */
const accountsPerKind = 100;

/** Makes a call; returns the status and body of its response, and the milliseconds until the last byte. */
function timedCall(address: string, call: Call, body: object): Promise<{ response: string; milliseconds: number }> {
  return new Promise((resolve, reject) => {
    const content = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    const start = performance.now();
    const sent = request(address + servicePath(call), { agent, method: 'POST', headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () =>
        resolve({ response: `${incoming.statusCode} ${text}`, milliseconds: performance.now() - start }),
      );
      incoming.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(content);
  });
}

/**
 * Returns the share of pairs in which the value of `a` exceeds that of `b` (the area under the ROC curve). It is 0.5 if
 * the two cannot be distinguished.
 */
function auc(a: number[], b: number[]): number {
  const sorted = [...a.map((value) => ({ value, isOfA: 1 })), ...b.map((value) => ({ value, isOfA: 0 }))].sort(
    (first, second) => first.value - second.value,
  );
  const rankSum = sorted.reduce((sum, { isOfA }, index) => sum + isOfA * (index + 1), 0);
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

/**
 * Times the classes of requests alternately, so that other load on the machine affects all alike. Compares every class
 * with the first one, checks that all responses are identical, and records the figure.
 */
async function compareTimes(what: string, address: string, call: Call, classes: Record<string, (n: number) => object>) {
  const names = Object.keys(classes);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const responses = new Set<string>();
  for (let n = 0; n < samples + 20; n++)
    for (const name of names) {
      const { response, milliseconds } = await timedCall(address, call, classes[name]?.(n) ?? {});
      responses.add(response);
      // The first requests are not counted, because the caches are still cold.
      if (n >= 20) times.get(name)?.push(milliseconds);
    }
  const [first = '', ...others] = names;
  const timesOf = (name: string) => times.get(name) ?? [];
  const comparisons = others.map((name) => ({ name, auc: auc(timesOf(name), timesOf(first)) }));
  const results = comparisons.map(({ name, auc }) => `${name} ${auc.toFixed(3)}`).join(', ');
  const holds = comparisons.every(({ auc }) => auc >= 0.45 && auc <= 0.55) && responses.size === 1;
  const result = `${samples} each against ${first}: ${results}; ${responses.size} different answer(s)`;
  recordFigure({ what, result, goal: 'AUC 0.45 to 0.55, 1 answer', holds });
  expect({ comparisons, responses: [...responses] }).toMatchObject({ responses: [expect.any(String)] });
  for (const { name, auc } of comparisons) expect(Math.abs(auc - 0.5), name).toBeLessThanOrEqual(0.05);
}

test('the response time does not reveal who has an account', async () => {
  const world = await openWorld({ env: { REVEAL_EXISTING_EMAIL: '0' } });
  try {
    const passwordHash = await hashPassword('Sommer-Wiese-2026!');
    const email = (kind: string, n: number) => `${kind}${n % accountsPerKind}@test.example`;
    for (let n = 0; n < accountsPerKind; n++)
      for (const kind of ['bekannt', 'unbestaetigt', 'inaktiv'])
        await world.addParticipant({ email: email(kind, n), passwordHash });
    const people = world.db.updateTable('person');
    await people.set({ confirmed_at: null }).where('email', 'like', 'unbestaetigt%').execute();
    await people.set({ inactive_at: new Date() }).where('email', 'like', 'inaktiv%').execute();

    const wrongLogin = (kind: string) => (n: number) => ({ username: email(kind, n), password: `Geraten-${n}!` });
    await compareTimes('Timing of the login', world.address, login, {
      unknown: wrongLogin('unbekannt'),
      'wrong password': wrongLogin('bekannt'),
      unconfirmed: wrongLogin('unbestaetigt'),
      inactive: wrongLogin('inaktiv'),
    });
    await compareTimes('Timing of a forgotten password', world.address, needNewPassword, {
      unknown: (n) => ({ email: email('unbekannt', n) }),
      known: (n) => ({ email: email('bekannt', n) }),
    });
    const location = await world.addLocation();
    const registrationWith = (kind: string) => (n: number) => createRegistrationForm(email(kind, n), location);
    const registerKnown = registrationWith('bekannt');
    await compareTimes('Timing of a registration, REVEAL_EXISTING_EMAIL=0', world.address, newRegistration, {
      fresh: registrationWith('frisch'),
      known: (n) => registerKnown(n % accountsPerKind),
    });
  } finally {
    agent.destroy();
    await world.close();
  }
});
