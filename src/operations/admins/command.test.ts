import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { URI, type TOTP } from 'otpauth';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login, checkSession } from '../../features/accounts/contract.ts';
import { setNewPassword } from '../../features/accounts/passwords/contract.ts';
import { createAdmin, disableAdmin } from '../../features/accounts/access/admins.steps.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { getAuditLog } from '../../features/audit/contract.ts';
import { prepareSecondFactor, switchOnSecondFactor } from '../../features/second-factor/contract.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from '../../../tests/support/built-portal.ts';
import { runCommand } from '../../../tests/support/commands.ts';
import { bareEnvironment } from '../../../tests/support/shifted-clock.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';

const newPassword = 'Ganz-Neu-2026!';

const findPassword = (output: string) => /^ {2}(\S+)$/m.exec(output)?.[1] ?? '';

/** Runs `create` at a terminal, and gives each answer when the command has asked its question. */
async function createAtTerminal(env: Record<string, string>, answers: readonly (readonly [string, string])[]) {
  const program = resolve(import.meta.dirname, '../../../dist/server/admin.js');
  const child = spawn('script', ['--quiet', '--return', '--command', `node '${program}' create`, '/dev/null'], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const open = [...answers];
  let output = '';
  let unread = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    unread += chunk.toString();
    const [question, answer] = open[0] ?? [];
    if (question === undefined || !unread.includes(question)) return;
    open.shift();
    unread = '';
    child.stdin.write(answer);
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

describe('on a separate database', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld({ env: { SECOND_FACTOR_KEY: randomBytes(32).toString('hex') } });
  });
  afterEach(() => world.close());

  const runAdmin = (...args: string[]) =>
    runCommand('admin', args, { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl });
  const runCreate = (email: string) =>
    runAdmin('create', '--email', email, '--first-name', 'Anna', '--last-name', 'Berg');
  const signIn = async (username: string, password: string) =>
    (await world.call(login, null, { username, password })).body;

  test('the first admin gets a one-time password and must choose a new one at the first sign-in', async () => {
    expect((await runAdmin('list')).output).toContain('There is no admin yet');
    const { code, output } = await runAdmin(
      ...['create', '--email', 'Anna@provider.example', '--first-name', 'Anna', '--last-name', 'Berg', '--gender', 'f'],
    );
    expect(code).toBe(0);
    const password = findPassword(output);
    expect(password).toHaveLength(16);

    const { data } = await signIn('anna@provider.example', password);
    expect(data).toMatchObject({ firstName: 'Anna', gender: 'f', role: { value: 3 }, resetPassword: 1 });
    const session = data?.sessionId ?? '';
    expect((await world.call(getAuditLog, session)).body.meta.code).toBe('passwordChangeRequired');
    expect((await signIn('anna@provider.example', password)).meta.code).toBe('loginFailed');
    await world.call(setNewPassword, session, { newPassword });
    const log = (await world.call(getAuditLog, session)).body.data ?? [];
    expect(log.map(({ sentence }) => sentence)).toEqual([
      'Anna Berg hat das eigene Passwort geändert.',
      'Das System hat ein Konto mit Adminrechten für Anna Berg angelegt.',
    ]);
    expect((await runAdmin('list')).output).toMatch(
      /^Anna@provider\.example {2}Anna Berg {2}since \d{4}-\d\d-\d\d {2}active$/m,
    );
  });

  test('the password is stored nowhere in plain text', async () => {
    const password = findPassword((await runCreate('a@provider.example')).output);
    const people = await world.db.selectFrom('person').selectAll().execute();
    const secrets = await world.db.selectFrom('credential').selectAll().execute();
    expect(JSON.stringify([people, secrets])).not.toContain(password);
    expect(people[0]).toMatchObject({ first_name: 'Anna', last_name: 'Berg', password_hash: null });
  });

  test('the same command replaces a lost one-time password, and the lost one is no longer valid', async () => {
    const firstPassword = findPassword((await runCreate('a@provider.example')).output);
    // An admin who has an account keeps the name.
    const secondPassword = findPassword((await runAdmin('create', '--email', 'A@provider.example')).output);
    expect((await signIn('a@provider.example', firstPassword)).meta.code).toBe('loginFailed');
    expect((await signIn('a@provider.example', secondPassword)).meta.status).toBe('success');
  });

  test('the last active admin cannot be disabled; any other admin can be, and is signed out immediately', async () => {
    await runCreate('a@provider.example');
    const refusal = await runAdmin('disable', '--email', 'a@provider.example');
    expect(refusal).toEqual({
      code: 1,
      output: 'a@provider.example is the last active admin: create another one first.\n',
    });

    const password = findPassword((await runCreate('b@provider.example')).output);
    const session = (await signIn('b@provider.example', password)).data?.sessionId ?? '';
    await world.call(setNewPassword, session, { newPassword });
    expect((await runAdmin('disable', '--email', 'B@provider.example')).code).toBe(0);
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect((await signIn('b@provider.example', newPassword)).meta.code).toBe('loginFailed');
    expect((await runAdmin('list')).output).toMatch(/^b@provider\.example .* disabled$/m);

    const newOneTimePassword = findPassword((await runCreate('b@provider.example')).output);
    expect((await signIn('b@provider.example', newPassword)).meta.code).toBe('loginFailed');
    expect((await signIn('b@provider.example', newOneTimePassword)).meta.status).toBe('success');
  });

  test('if two admins disable each other at the same time, one of them stays active', async () => {
    const profile = { firstName: 'Kim', lastName: 'Chef', gender: 'd' } as const;
    for (let round = 0; round < 10; round++) {
      const [a, b] = [`a${round}@provider.example`, `b${round}@provider.example`];
      await createAdmin(world.app.db, { ...profile, email: a });
      await createAdmin(world.app.db, { ...profile, email: b });
      if (round > 0) {
        await disableAdmin(world.app.db, `a${round - 1}@provider.example`);
        await disableAdmin(world.app.db, `b${round - 1}@provider.example`);
      }
      const results = await Promise.allSettled([disableAdmin(world.app.db, a), disableAdmin(world.app.db, b)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('the command removes a lost second factor: the password alone suffices, sessions end, and a mail and an audit entry report it', async () => {
    const email = 'verloren@provider.example';
    const id = await world.addAdmin({ email, passwordHash: await hashPassword(newPassword) });
    const oldSession = await world.signIn(id);
    const { body } = await world.call(prepareSecondFactor, oldSession, { password: newPassword });
    const code = (URI.parse(body.data?.address ?? '') as TOTP).generate();
    expect((await world.call(switchOnSecondFactor, oldSession, { code })).body.meta.status).toBe('success');
    expect((await signIn(email, newPassword)).meta.code).toBe('secondFactorRequired');

    expect(await runAdmin('reset-second-factor', '--email', 'Verloren@provider.example')).toEqual({
      code: 0,
      output: 'Verloren@provider.example signs in with the password alone; all sessions have ended.\n',
    });
    expect((await world.call(checkSession, oldSession)).body.data).toBeNull();
    const { data } = await signIn(email, newPassword);
    const log = (await world.call(getAuditLog, data?.sessionId ?? '', { limit: 1 })).body.data ?? [];
    expect(log[0]?.sentence).toMatch(/^Das System hat .*Alex Admin/);
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', id).execute();
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['secondFactorOff', 'secondFactorOn']);

    expect(await runAdmin('reset-second-factor', '--email', email)).toEqual({
      code: 1,
      output: `${email} signs in without a second factor.\n`,
    });
    expect((await runAdmin('reset-second-factor', '--email', 'niemand@provider.example')).output).toBe(
      'There is no account with the e-mail address niemand@provider.example.\n',
    );
  });

  test('the command unbinds an admin from a lost account at the identity provider: sessions end, and a mail and an audit entry report it', async () => {
    const email = 'neu@provider.example';
    const id = await world.addAdmin({ email });
    const session = await world.signIn(id);
    const identity = { person_id: id, issuer: 'https://login.provider.example', subject: 'altes-konto' };
    await world.db.insertInto('bound_identity').values(identity).execute();
    const auditor = await world.signIn(await world.addAdmin());

    expect(await runAdmin('unbind', '--email', 'Neu@provider.example')).toEqual({
      code: 0,
      output: 'The next sign-in of Neu@provider.example binds an account again; all sessions have ended.\n',
    });
    expect(await world.db.selectFrom('bound_identity').selectAll().execute()).toEqual([]);
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    const log = (await world.call(getAuditLog, auditor, { limit: 1 })).body.data ?? [];
    expect(log[0]?.sentence).toBe('Das System hat das Firmenkonto von Alex Admin gelöst.');
    const mails = await world.db.selectFrom('mail').select('kind').where('person_id', '=', id).execute();
    expect(mails).toEqual([{ kind: 'identityUnbound' }]);

    expect(await runAdmin('unbind', '--email', email)).toEqual({
      code: 1,
      output: `${email} is not bound to an account at the identity provider.\n`,
    });
    expect((await runAdmin('unbind', '--email', 'niemand@provider.example')).output).toBe(
      'There is no account with the e-mail address niemand@provider.example.\n',
    );
  });

  test('the e-mail address of another person is refused, and their account stays unchanged', async () => {
    const person = await world.addParticipant({ email: 'kim@test.example' });
    const { code, output } = await runCreate('KIM@test.example');
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('Teilnehmer:in');
    const row = await world.db.selectFrom('person').selectAll().where('id', '=', person).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role_id: 1, must_change_password: false });
  });

  test('without a terminal, the command says which option is missing, and creates nobody', async () => {
    for (const [args, option] of [
      [[], '--email'],
      [['--email', 'a@provider.example'], '--first-name'],
      [['--email', 'a@provider.example', '--first-name', 'Anna'], '--last-name'],
    ] as const) {
      const { code, output } = await runAdmin('create', ...args);
      expect(output).toMatch(`'create' needs ${option}.\n\nAccounts of admins`);
      expect(code).toBe(1);
    }
    expect((await runAdmin('list')).output).toContain('There is no admin yet');
  });

  const hasScript = spawnSync('script', ['--version']).status === 0;
  test.runIf(hasScript)('at a terminal, the command asks for what is missing', async () => {
    const env = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl };
    const answers = [
      ['E-mail address: ', 'a@provider.example\n'],
      ['First name: ', '\n'],
      ['First name: ', 'Anna\n'],
      ['Last name: ', 'Berg\n'],
    ] as const;
    const { code, output } = await createAtTerminal(env, answers);
    expect(output).toContain('a@provider.example is an admin now.');
    expect(code).toBe(0);
    const endOfInput = '\u0004';
    const cancelled = await createAtTerminal(env, [['E-mail address: ', endOfInput]]);
    expect(cancelled.output).toContain('The input was closed; nothing was changed.');
    expect(cancelled.code).toBe(1);
    expect((await runAdmin('list')).output).toContain('a@provider.example  Anna Berg ');
  });

  test('a malformed and an unknown e-mail address are each reported in one line', async () => {
    expect((await runCreate('anna')).output).toBe('anna is not an e-mail address.\n');
    expect((await runAdmin('disable', '--email', 'no@provider.example')).output).toBe(
      'There is no admin with the e-mail address no@provider.example.\n',
    );
  });
});

test.each([
  [['create'], "'create' needs --email."],
  [['create', '--email', 'a@provider.example', '--gender', 'x'], "--gender is m, f or d, not 'x'."],
  [['create', '--email', 'a@provider.example', '--password', 'Geheim-2026!'], "'--password'"],
  [['disable'], "'disable' needs --email."],
  [['reset-second-factor'], "'reset-second-factor' needs --email."],
  [['unbind'], "'unbind' needs --email."],
  [['crate', '--email', 'a@provider.example'], "'crate' is not one of the commands."],
  [['list', 'all'], "'list' takes no 'all'."],
  [['list', '--email', 'a@provider.example'], "'list' takes no --email."],
  [[], 'Accounts of admins'],
])('the command refuses the arguments %j, says why, and prints its usage', async (args, reason) => {
  const { code, output } = await runCommand('admin', args, { DATABASE_URL: 'postgres://nobody@localhost:1/nothing' });
  expect(code).toBe(1);
  expect(output).toContain(reason);
  expect(output).toContain('npm run admin -- create --email');
});

test.each(['admin', 'backup', 'restore', 'doctor', 'retention', 'seal', 'export-person'])(
  'the command %s prints its usage for --help and exits with 0',
  async (name) => {
    const { code, output } = await runCommand(name, ['--help'], {});
    expect(output).toContain(`npm run ${name}`);
    expect(code).toBe(0);
  },
);

test('an unreachable database is reported in one line', async () => {
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' };
  expect(await runCommand('admin', ['list'], settings)).toEqual({
    code: 1,
    output: 'The database is unavailable (ECONNREFUSED).\n',
  });
});

describe('with the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-admin-'));
  const createArgs = (email: string) => ['create', '--email', email, '--first-name', 'Anna', '--last-name', 'Berg'];
  let portal: StartedPortal | undefined;
  afterAll(async () => {
    await portal?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test(
    'admins can be created before the first start and while the portal runs, and a portal without demo data has no other admins',
    { timeout: 60_000 },
    async () => {
      const resultBeforeStart = await runCommand('admin', createArgs('a@provider.example'), {
        DATA_DIR: dataDir,
      });
      expect(resultBeforeStart.code).toBe(0);

      portal = await startBuiltPortal({ DATA_DIR: dataDir });
      await waitUntilReady(portal);
      const resultWhileRunning = await runCommand('admin', createArgs('b@provider.example'), {
        DATA_DIR: dataDir,
      });
      expect(resultWhileRunning).toMatchObject({ code: 0 });
      const lines = (await runCommand('admin', ['list'], { DATA_DIR: dataDir })).output.trim().split('\n');
      expect(lines.map((line) => line.split(' ')[0])).toEqual(['a@provider.example', 'b@provider.example']);

      for (const { output } of [resultBeforeStart, resultWhileRunning]) {
        const response = await fetch(portal.url + servicePath(login), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: output.split(' ')[0], password: findPassword(output) }),
        });
        expect(await response.json()).toMatchObject({ meta: { status: 'success' }, data: { resetPassword: 1 } });
      }
    },
  );
});
