import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login, needNewPassword } from '../../../features/accounts/contract.ts';
import { hashPassword } from '../../password-hash.ts';
import { cancelAppointment } from '../../../features/booking/contract.ts';
import { searchParticipantAsAdmin } from '../../../features/participants/contract.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

const password = 'Sommer-Wiese-2026!';

let lines: string[] = [];
let world: World;
beforeAll(async () => {
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().trim().split('\n'));
      done();
    },
  });
  world = await openWorld({ env: { LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '1' }, logStream });
});
afterAll(() => world.close());

/** Returns the security events that `work` logs, without the fields that all log lines have. */
async function collectEvents(work: () => Promise<unknown>) {
  lines = [];
  await work();
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ security }) => security)
    .map(({ security, person, call, limit }) => ({ security, person, call, ...(limit ? { limit } : {}) }));
}

test('successful and failed sign-ins are logged with the id of the person, and with no other personal data', async () => {
  const username = 'vermerkt@test.example';
  const person = await world.addParticipant({ email: username, passwordHash: await hashPassword(password) });
  const attemptLogin = (name: string, secret: string) => world.call(login, null, { username: name, password: secret });
  const events = await collectEvents(async () => {
    await attemptLogin(username, password);
    await attemptLogin(username, 'Falsch-1234!');
    await attemptLogin('niemand@test.example', password);
  });
  expect(events).toEqual([
    { security: 'signedIn', person, call: login.path },
    { security: 'signInFailed', person, call: login.path },
    { security: 'signInFailed', person: null, call: login.path },
  ]);
  expect(lines.join()).not.toMatch(/vermerkt|niemand|Wiese|127\.0\.0\.1/);
});

test('a reached limit is logged with its name, even if the response does not reveal it', async () => {
  const events = await collectEvents(async () => {
    // Exceeds `loginPerAccount`, the limit of sign-in attempts for one account.
    for (let round = 0; round < 11; round++)
      await world.call(login, null, { username: 'geraten@test.example', password: 'Falsch-1' });
    // Exceeds `passwordResetPerEmail`, the limit of requests for a new password for one e-mail address.
    for (let round = 0; round < 6; round++) await world.call(needNewPassword, null, { email: 'viel@test.example' });
  });
  expect(events.filter(({ security }) => security === 'limitReached')).toEqual([
    { security: 'limitReached', person: null, call: login.path, limit: 'loginPerAccount' },
    { security: 'limitReached', person: null, call: needNewPassword.path, limit: 'passwordResetPerEmail' },
  ]);
});

test('a forbidden call and a call with an unknown id are logged with the id of the caller', async () => {
  const person = await world.addParticipant();
  const session = await world.signIn(person);
  const events = await collectEvents(async () => {
    await world.call(searchParticipantAsAdmin, session, { searchString: 'Bei' });
    await world.call(cancelAppointment, session, { appointmentId: 987_654 });
  });
  expect(events).toEqual([
    { security: 'forbidden', person, call: searchParticipantAsAdmin.path },
    { security: 'notFound', person, call: cancelAppointment.path },
  ]);
});
