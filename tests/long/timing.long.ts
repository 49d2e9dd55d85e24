import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { login, needNewPassword } from '../../src/features/accounts/contract.ts';
import { newRegistration } from '../../src/features/accounts/registration/contract.ts';
import { hashPassword } from '../../src/platform/password-hash.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { registrationForm } from '../support/registration.ts';
import { openWorld } from '../support/world.ts';
import type { Call } from '../../src/shared/call.ts';
import { recordFigure, scaledTries } from './figure.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const samples = scaledTries(2_000);
/** The number of accounts of each kind; a single one would always be read from the same cached page. */
const seedParticipants = 100;

/** Makes a call and returns its status and body, and the milliseconds until its last byte. */
function timedCall(address: string, call: Call, body: object): Promise<{ answer: string; took: number }> {
  return new Promise((resolve, reject) => {
    const content = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) };
    const from = performance.now();
    const sent = request(address + servicePath(call), { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ answer: `${response.statusCode} ${text}`, took: performance.now() - from }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(content);
  });
}

/** How often a value of `a` exceeds one of `b`, with ties counted half: 0.5 if they cannot be distinguished. */
function auc(a: number[], b: number[]): number {
  const all = [...a.map((value) => ({ value, ofA: 1 })), ...b.map((value) => ({ value, ofA: 0 }))].sort(
    (one, other) => one.value - other.value,
  );
  const rankSum = all.reduce((sum, { ofA }, rank) => sum + ofA * (rank + 1), 0);
  return (rankSum - (a.length * (a.length + 1)) / 2) / (a.length * b.length);
}

/**
 * Times the classes of requests alternately, so other load on the machine affects all alike. Compares every class with
 * the first one, checks that all answers are identical, and records the figure.
 */
async function compare(what: string, address: string, call: Call, classes: Record<string, (n: number) => object>) {
  const names = Object.keys(classes);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const answers = new Set<string>();
  for (let n = 0; n < samples + 20; n++)
    for (const name of names) {
      const { answer, took } = await timedCall(address, call, classes[name]?.(n) ?? {});
      answers.add(answer);
      // The first requests are left out, because the caches are still cold.
      if (n >= 20) times.get(name)?.push(took);
    }
  const [first = '', ...others] = names;
  const timesOf = (name: string) => times.get(name) ?? [];
  const comparisons = others.map((name) => ({ name, auc: auc(timesOf(name), timesOf(first)) }));
  const results = comparisons.map(({ name, auc }) => `${name} ${auc.toFixed(3)}`).join(', ');
  const holds = comparisons.every(({ auc }) => auc >= 0.45 && auc <= 0.55) && answers.size === 1;
  const result = `${samples} each against ${first}: ${results}; ${answers.size} different answer(s)`;
  recordFigure({ what, result, goal: 'AUC 0.45 to 0.55, 1 answer', holds });
  expect({ comparisons, answers: [...answers] }).toMatchObject({ answers: [expect.any(String)] });
  for (const { name, auc } of comparisons) expect(Math.abs(auc - 0.5), name).toBeLessThanOrEqual(0.05);
}

test('the response time does not reveal who has an account', async () => {
  const world = await openWorld({ env: { REVEAL_EXISTING_EMAIL: '0' } });
  try {
    const passwordHash = await hashPassword('Sommer-Wiese-2026!');
    const email = (kind: string, n: number) => `${kind}${n % seedParticipants}@test.example`;
    for (let n = 0; n < seedParticipants; n++)
      for (const kind of ['bekannt', 'unbestaetigt', 'inaktiv'])
        await world.participant({ email: email(kind, n), passwordHash });
    const people = world.db.updateTable('person');
    await people.set({ confirmed_at: null }).where('email', 'like', 'unbestaetigt%').execute();
    await people.set({ inactive_at: new Date() }).where('email', 'like', 'inaktiv%').execute();

    const attempt = (kind: string) => (n: number) => ({ username: email(kind, n), password: `Geraten-${n}!` });
    await compare('Timing of the login', world.address, login, {
      unknown: attempt('unbekannt'),
      'wrong password': attempt('bekannt'),
      unconfirmed: attempt('unbestaetigt'),
      inactive: attempt('inaktiv'),
    });
    await compare('Timing of a forgotten password', world.address, needNewPassword, {
      unknown: (n) => ({ email: email('unbekannt', n) }),
      known: (n) => ({ email: email('bekannt', n) }),
    });
    const location = await world.location();
    const registered = (kind: string) => (n: number) => registrationForm(email(kind, n), location);
    const known = registered('bekannt');
    await compare('Timing of a registration, REVEAL_EXISTING_EMAIL=0', world.address, newRegistration, {
      fresh: registered('frisch'),
      known: (n) => known(n % seedParticipants),
    });
  } finally {
    agent.destroy();
    await world.close();
  }
});
