import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { login, needNewPassword } from '../../src/features/accounts/contract.ts';
import { submitRegistration } from '../../src/features/accounts/registration/contract.ts';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { createRegistrationForm } from '../support/registration.ts';
import { openWorld } from '../support/world.ts';
import type { Call } from '../../src/shared/call.ts';
import { recordFigure, scaledCount } from './figure.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const sampleCount = scaledCount(2_000);
/** The number of requests before the measurement, which fill the caches. */
const warmUpCount = 20;
/** The number of accounts of each kind. With a single account, every request would read the same cached page. */
const accountsPerKind = 100;

/** Makes a call; returns the status and body of its response, and the milliseconds until the last byte. */
function timeCall(address: string, call: Call, body: object): Promise<{ response: string; milliseconds: number }> {
  return new Promise((resolve, reject) => {
    const content = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    const start = performance.now();
    const clientRequest = request(address + servicePath(call), { agent, method: 'POST', headers }, (incoming) => {
      let text = '';
      incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
      incoming.on('end', () =>
        resolve({ response: `${incoming.statusCode} ${text}`, milliseconds: performance.now() - start }),
      );
      incoming.on('error', reject);
    });
    clientRequest.on('error', reject);
    clientRequest.end(content);
  });
}

/**
 * Returns the area under the ROC curve: the probability that a random value of `a` is larger than a random value of
 * `b`. The probability is 0.5 if the values of `a` and `b` cannot be distinguished.
 */
function computeAuc(a: number[], b: number[]): number {
  const sorted = [
    ...a.map((value) => ({ value, isFromA: true })),
    ...b.map((value) => ({ value, isFromA: false })),
  ].sort((first, second) => first.value - second.value);
  const rankSum = sorted.reduce((sum, { isFromA }, index) => sum + (isFromA ? index + 1 : 0), 0);
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

/**
 * Times requests of each class in turn, so that other load on the machine affects all classes alike. `inputsByClass`
 * creates the input of the nth request of each class. Compares every class with the first one, checks that all
 * responses are identical, and records the figure.
 */
async function compareTimes(
  subject: string,
  address: string,
  call: Call,
  inputsByClass: Record<string, (n: number) => object>,
) {
  const classNames = Object.keys(inputsByClass);
  const times = new Map(classNames.map((name) => [name, [] as number[]]));
  const responses = new Set<string>();
  for (let n = 0; n < warmUpCount + sampleCount; n++)
    for (const name of classNames) {
      const { response, milliseconds } = await timeCall(address, call, inputsByClass[name]?.(n) ?? {});
      responses.add(response);
      if (n >= warmUpCount) times.get(name)?.push(milliseconds);
    }
  const [firstClass = '', ...otherClasses] = classNames;
  const timesOf = (name: string) => times.get(name) ?? [];
  const comparisons = otherClasses.map((name) => ({ name, auc: computeAuc(timesOf(name), timesOf(firstClass)) }));
  const aucList = comparisons.map(({ name, auc }) => `${name} ${auc.toFixed(3)}`).join(', ');
  const isMet = comparisons.every(({ auc }) => auc >= 0.45 && auc <= 0.55) && responses.size === 1;
  const result = `${sampleCount} each against ${firstClass}: ${aucList}; ${responses.size} different answer(s)`;
  recordFigure({ subject, result, goal: 'AUC 0.45 to 0.55, 1 answer', isMet });
  expect({ comparisons, responses: [...responses] }).toMatchObject({ responses: [expect.any(String)] });
  for (const { name, auc } of comparisons) expect(Math.abs(auc - 0.5), name).toBeLessThanOrEqual(0.05);
}

test('the response time does not reveal who has an account', async () => {
  const world = await openWorld({ env: { REVEAL_EXISTING_EMAIL: '0' } });
  try {
    const passwordHash = await hashPassword('Sommer-Wiese-2026!');
    const emailOf = (kind: string, n: number) => `${kind}${n % accountsPerKind}@test.example`;
    for (let n = 0; n < accountsPerKind; n++)
      for (const kind of ['known', 'unconfirmed', 'inactive'])
        await world.addParticipant({ email: emailOf(kind, n), passwordHash });
    const personUpdate = world.db.updateTable('person');
    await personUpdate.set({ confirmed_at: null }).where('email', 'like', 'unconfirmed%').execute();
    await personUpdate.set({ inactive_at: new Date() }).where('email', 'like', 'inactive%').execute();

    const wrongLogin = (kind: string) => (n: number) => ({ username: emailOf(kind, n), password: `Geraten-${n}!` });
    await compareTimes('Timing of the login', world.address, login, {
      unknown: wrongLogin('unknown'),
      'wrong password': wrongLogin('known'),
      unconfirmed: wrongLogin('unconfirmed'),
      inactive: wrongLogin('inactive'),
    });
    await compareTimes('Timing of a forgotten password', world.address, needNewPassword, {
      unknown: (n) => ({ email: emailOf('unknown', n) }),
      known: (n) => ({ email: emailOf('known', n) }),
    });
    const location = await world.addLocation();
    const registrationWith = (kind: string) => (n: number) => createRegistrationForm(emailOf(kind, n), location);
    const knownRegistration = registrationWith('known');
    await compareTimes('Timing of a registration, REVEAL_EXISTING_EMAIL=0', world.address, submitRegistration, {
      fresh: registrationWith('frisch'),
      known: (n) => knownRegistration(n % accountsPerKind),
    });
  } finally {
    agent.destroy();
    await world.close();
  }
});
