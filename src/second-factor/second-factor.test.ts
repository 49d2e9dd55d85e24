import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URI, type TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, sessionCheck, setNewPassword } from '../accounts/contract.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { getAuditLog } from '../audit/contract.ts';
import { openWorld, type World } from '../server/testing.ts';
import { openBrowser } from '../server/testing-browser.ts';
import * as contract from './contract.ts';
import { takeOff } from './lost.ts';
import { ownKey } from './seal.ts';

const password = 'Sommer-Wiese-2026!';
const key = randomBytes(32).toString('hex');
let world: World;
let passwordHash: string;
beforeAll(async () => {
  [world, passwordHash] = await Promise.all([openWorld({ env: { SECOND_FACTOR_KEY: key } }), hashPassword(password)]);
});
afterAll(() => world.close());

/** What the app on somebody's phone shows, so many steps of 30 seconds from now; set up by the address of the QR code. */
const shown = (address: string, steps = 0, on = world) =>
  (URI.parse(address) as TOTP).generate({ timestamp: Date.now() + on.clock.shiftMs + steps * 30_000 });

/** A code that nobody has used: time goes on until the app shows it. */
function fresh(address: string, on = world): string {
  on.clock.shiftMs += 60_000;
  return shown(address, 0, on);
}

let next = 1;
/** A coach with a password; nothing set up. */
async function someone(on = world) {
  const email = `zwei${next++}@test.example`;
  const id = await on.coach({ email, passwordHash });
  return { id, email, session: await on.signIn(id) };
}

/** A coach whose second factor is on. */
async function secured(on = world) {
  const person = await someone(on);
  const prepared = await on.call(contract.prepareSecondFactor, person.session, { password });
  const { address = '', secret = '' } = prepared.body.data ?? {};
  const { body } = await on.call(contract.switchOnSecondFactor, person.session, { code: fresh(address, on) });
  return { ...person, address, secret, recoveryCodes: body.data?.recoveryCodes ?? [] };
}

const signIn = (email: string, code?: string, secret = password, on = world) =>
  on.call(login, null, { username: email, password: secret, ...(code === undefined ? {} : { code }) });
const codeOf = async (answer: ReturnType<typeof signIn>) => (await answer).body.meta.code ?? 'in';
const mailsTo = async (person: number) =>
  (
    await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('created_at').execute()
  ).map(({ kind }) => kind);
const deedsOf = async (person: number) =>
  (await world.db.selectFrom('audit').select('action').where('person_id', '=', person).orderBy('id').execute()).map(
    ({ action }) => action,
  );

/** A one-time password as the mail worker makes it. */
async function oneTime(person: number, on = world): Promise<string> {
  const secret = randomBytes(12).toString('hex');
  const hash = createHash('sha256').update(secret).digest('hex');
  await on.db
    .insertInto('credential')
    .values({ person_id: person, kind: 'temporaryPassword', hash, expires_at: new Date(Date.now() + 86_400_000) })
    .execute();
  return secret;
}

describe('setting up', () => {
  test('takes the password, then a code of the app; other sessions end, a mail and the log tell of it', async () => {
    const { id, email, session } = await someone();
    const elsewhere = await world.signIn(id);
    const wrong = await world.call(contract.prepareSecondFactor, session, { password: 'Falsch-1234!' });
    expect(wrong.body.meta.code).toBe('wrongPassword');
    const { body } = await world.call(contract.prepareSecondFactor, session, { password });
    const { address = '' } = body.data ?? {};
    // Shown, and not proven yet: the password alone still opens.
    expect(await codeOf(signIn(email))).toBe('in');
    const refused = await world.call(contract.switchOnSecondFactor, session, { code: shown(address, -2) });
    expect(refused.body.meta.code).toBe('secondFactorInvalid');
    const on = await world.call(contract.switchOnSecondFactor, session, { code: shown(address) });
    expect(on.body.data?.recoveryCodes).toHaveLength(10);
    expect((await world.call(sessionCheck, elsewhere)).body.data).toBeNull();
    expect((await world.call(sessionCheck, session)).body.data).not.toBeNull();
    const state = await world.call(contract.getSecondFactor, session);
    expect(state.body.data).toMatchObject({ available: true, required: false, recoveryCodesLeft: 10 });
    expect(state.body.data?.since).not.toBeNull();
    expect(await mailsTo(id)).toEqual(['secondFactorOn']);
    expect(await deedsOf(id)).toEqual(['secondFactorOn']);
  });

  test('keeps nothing that could be used: the secret encrypted, codes for recovery as hashes', async () => {
    const { id, secret, recoveryCodes } = await secured();
    const row = await world.db
      .selectFrom('second_factor')
      .select('secret')
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow();
    const { secret: bare } = URI.parse(`otpauth://totp/x?secret=${secret}`);
    expect(row.secret.includes(Buffer.from(bare.bytes))).toBe(false);
    const hashes = await world.db.selectFrom('recovery_code').select('hash').where('person_id', '=', id).execute();
    const expected = recoveryCodes.map((code) => createHash('sha256').update(code.replaceAll('-', '')).digest('hex'));
    expect(hashes.map(({ hash }) => hash.toString('hex')).sort()).toEqual(expected.sort());
  });

  test('begins anew where nobody proved the first secret, which counts no more; not while it is on', async () => {
    const { session } = await someone();
    const addresses: string[] = [];
    for (let round = 0; round < 2; round++) {
      const { body } = await world.call(contract.prepareSecondFactor, session, { password });
      addresses.push(body.data?.address ?? '');
    }
    const [first = '', second = ''] = addresses;
    const old = await world.call(contract.switchOnSecondFactor, session, { code: shown(first) });
    expect(old.body.meta.code).toBe('secondFactorInvalid');
    await world.call(contract.switchOnSecondFactor, session, { code: shown(second) });
    const again = await world.call(contract.prepareSecondFactor, session, { password });
    expect(again.body.meta.code).toBe('secondFactorOn');
    const twice = await world.call(contract.switchOnSecondFactor, session, { code: fresh(second) });
    expect(twice.body.meta.code).toBe('secondFactorNotPrepared');
  });

  test('waits an hour for the first code', async () => {
    const { session } = await someone();
    const { body } = await world.call(contract.prepareSecondFactor, session, { password });
    world.clock.shiftMs += 3_700_000;
    const late = await world.call(contract.switchOnSecondFactor, session, { code: shown(body.data?.address ?? '') });
    expect(late.body.meta.code).toBe('secondFactorNotPrepared');
  });

  test('is not offered without a key', async () => {
    const bare = await openWorld();
    try {
      const { session } = await someone(bare);
      expect((await bare.call(contract.getSecondFactor, session)).body.data).toMatchObject({ available: false });
      const { body } = await bare.call(contract.prepareSecondFactor, session, { password });
      expect(body.meta.code).toBe('secondFactorUnavailable');
    } finally {
      await bare.close();
    }
  });
});

describe('signing in', () => {
  test('asks for a code after the right password, and for nothing after a wrong one', async () => {
    const { email, address } = await secured();
    expect(await codeOf(signIn(email, undefined, 'Falsch-1234!'))).toBe('loginFailed');
    expect(await codeOf(signIn(email, shown(address), 'Falsch-1234!'))).toBe('loginFailed');
    const { status, body } = await signIn(email);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        meta: {
          status: 'error',
          code: 'secondFactorRequired',
          message: 'Bitte gib den Code aus deiner App ein.',
        },
      },
    });
    expect(await codeOf(signIn(email, ''))).toBe('secondFactorRequired');
    expect(await codeOf(signIn(email, '000 00'))).toBe('secondFactorInvalid');
    expect((await signIn(email, fresh(address))).body.data).toMatchObject({ email, mustSetUpSecondFactor: 0 });
  });

  test('takes a code once, of now or of the half minute before, and none of an earlier or a later one', async () => {
    const { email, address } = await secured();
    const code = fresh(address);
    expect(await codeOf(signIn(email, code))).toBe('in');
    expect(await codeOf(signIn(email, code))).toBe('secondFactorInvalid');
    world.clock.shiftMs += 90_000;
    expect(await codeOf(signIn(email, shown(address, -2)))).toBe('secondFactorInvalid');
    expect(await codeOf(signIn(email, shown(address, 2)))).toBe('secondFactorInvalid');
    // What is typed as the half minute ends arrives in the next one.
    const typed = shown(address);
    world.clock.shiftMs += 30_000 - ((Date.now() + world.clock.shiftMs) % 30_000);
    expect(await codeOf(signIn(email, typed))).toBe('in');
    const newest = fresh(address);
    expect(await codeOf(signIn(email, newest))).toBe('in');
    expect(await codeOf(signIn(email, shown(address, -1)))).toBe('secondFactorInvalid');
  });

  test('of ten at once with one code, one succeeds', async () => {
    const { email, address, recoveryCodes } = await secured();
    for (const code of [fresh(address), recoveryCodes[0] ?? '']) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => codeOf(signIn(email, code))));
      expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'secondFactorInvalid')).toHaveLength(9);
    }
  });

  test('takes a code for recovery once, which is told by mail; those of somebody else do not count', async () => {
    const [{ id, email, recoveryCodes }, other] = [await secured(), await secured()];
    const [first = ''] = recoveryCodes;
    expect(await codeOf(signIn(other.email, first))).toBe('secondFactorInvalid');
    expect(await codeOf(signIn(email, first.toLowerCase().replaceAll('-', ' ')))).toBe('in');
    expect(await codeOf(signIn(email, first))).toBe('secondFactorInvalid');
    expect(await mailsTo(id)).toEqual(['secondFactorOn', 'recoveryCodeUsed']);
    const session = await world.signIn(id);
    expect((await world.call(contract.getSecondFactor, session)).body.data?.recoveryCodesLeft).toBe(9);
  });

  test('is not got around by a one-time password, which a wrong code does not use up', async () => {
    const { id, email, address } = await secured();
    const temporary = await oneTime(id);
    expect(await codeOf(signIn(email, undefined, temporary))).toBe('secondFactorRequired');
    expect(await codeOf(signIn(email, '123', temporary))).toBe('secondFactorInvalid');
    const { body } = await signIn(email, fresh(address), temporary);
    expect(body.data).toMatchObject({ resetPassword: 1 });
    await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword: 'Herbst-Laub-2026!' });
    expect(await codeOf(signIn(email, undefined, 'Herbst-Laub-2026!'))).toBe('secondFactorRequired');
  });

  test('with another key takes no code of the app, only those for recovery', async () => {
    const { email, address, recoveryCodes } = await secured();
    const { settings } = world.app;
    settings.secondFactorKey = randomBytes(32).toString('hex');
    try {
      expect(await codeOf(signIn(email, fresh(address)))).toBe('secondFactorInvalid');
      expect(await codeOf(signIn(email, recoveryCodes[0]))).toBe('in');
    } finally {
      settings.secondFactorKey = key;
    }
  });
});

describe('once it is on', () => {
  test('codes for recovery are replaced by password and code; the old ones end', async () => {
    const { email, session, address, recoveryCodes } = await secured();
    const renew = (input: object) => world.call(contract.renewRecoveryCodes, session, { password, ...input });
    expect((await renew({ password: 'Falsch-1234!', code: fresh(address) })).body.meta.code).toBe('wrongPassword');
    expect((await renew({ code: '000000x' })).body.meta.code).toBe('secondFactorInvalid');
    const { body } = await renew({ code: fresh(address) });
    expect(body.data?.recoveryCodes).toHaveLength(10);
    expect(await codeOf(signIn(email, recoveryCodes[3]))).toBe('secondFactorInvalid');
    expect(await codeOf(signIn(email, body.data?.recoveryCodes[3]))).toBe('in');
  });

  test('it is switched off by password and code; other sessions end, a mail and the log tell of it', async () => {
    const { id, email, session, address, recoveryCodes } = await secured();
    const elsewhere = await world.signIn(id);
    const off = (input: object) => world.call(contract.switchOffSecondFactor, session, { password, ...input });
    expect((await off({ password: '', code: fresh(address) })).body.meta.code).toBe('wrongPassword');
    expect((await off({ code: '' })).body.meta.code).toBe('secondFactorInvalid');
    expect((await off({ code: recoveryCodes[0] })).body.meta.status).toBe('success');
    expect((await off({ code: recoveryCodes[1] })).body.meta.code).toBe('secondFactorOff');
    expect(await codeOf(signIn(email))).toBe('in');
    expect((await world.call(sessionCheck, elsewhere)).body.data).toBeNull();
    expect(await mailsTo(id)).toEqual(['secondFactorOn', 'recoveryCodeUsed', 'secondFactorOff']);
    expect(await world.db.selectFrom('recovery_code').select('hash').where('person_id', '=', id).execute()).toEqual([]);
  });

  test('an admin takes a coach’s lost one off, which ends the coach’s sessions and is told by mail and log', async () => {
    const { id, email, session } = await secured();
    const admin = await world.signIn(await world.admin());
    const reset = (coachId: number) => world.call(contract.resetSecondFactor, admin, { coachId });
    for (const nobody of [987_654_321, await world.participant(), await world.admin()])
      expect((await reset(nobody)).status).toBe(404);
    expect((await reset(id)).body.meta.status).toBe('success');
    expect((await reset(id)).body.meta.code).toBe('secondFactorOff');
    expect((await world.call(sessionCheck, session)).body.data).toBeNull();
    expect(await codeOf(signIn(email))).toBe('in');
    expect(await mailsTo(id)).toEqual(['secondFactorOn', 'secondFactorOff']);
    const { body } = await world.call(getAuditLog, admin, { action: 'secondFactorReset', limit: 1 });
    expect(JSON.stringify(body)).toContain('hat die Anmeldung in zwei Schritten von Cleo Coach zurückgesetzt.');
  });
});

describe('at the command line', () => {
  test('a lost one is taken off, also of an admin, which the person is told by mail and the log as the system’s deed', async () => {
    const email = 'Verloren@test.example';
    const id = await world.admin({ email, passwordHash });
    const session = await world.signIn(id);
    const { body } = await world.call(contract.prepareSecondFactor, session, { password });
    await world.call(contract.switchOnSecondFactor, session, { code: shown(body.data?.address ?? '') });
    await takeOff(world.db, 'verloren@test.example');
    expect(await codeOf(signIn(email))).toBe('in');
    expect((await world.call(sessionCheck, session)).body.data).toBeNull();
    expect(await mailsTo(id)).toEqual(['secondFactorOn', 'secondFactorOff']);
    expect(await deedsOf(id)).toEqual(['secondFactorOn', 'secondFactorReset']);
    await expect(takeOff(world.db, email)).rejects.toThrow('signs in without a second factor');
    await expect(takeOff(world.db, 'niemand@test.example')).rejects.toThrow('There is no account');
  });
});

describe('where the provider requires it', () => {
  let strict: World;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-strict-'));
    const file = join(folder, 'portal.json');
    await writeFile(file, JSON.stringify({ secondFactor: 'required' }));
    strict = await openWorld({ env: { SECOND_FACTOR_KEY: key, PORTAL_FILE: file } });
  });
  afterAll(async () => {
    await strict.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('coaches and admins without one can set it up and nothing else; then everything opens', async () => {
    const { email } = await someone(strict);
    const { body } = await signIn(email, undefined, password, strict);
    expect(body.data).toMatchObject({ mustSetUpSecondFactor: 1 });
    const session = body.data?.sessionId ?? '';
    const refused = await strict.call(contract.renewRecoveryCodes, session, { password, code: '1' });
    expect({ status: refused.status, code: refused.body.meta.code }).toEqual({
      status: 403,
      code: 'secondFactorSetUpRequired',
    });
    expect((await strict.call(setNewPassword, session, { newPassword: 'Herbst-Laub-2026!' })).status).toBe(403);
    const prepared = await strict.call(contract.prepareSecondFactor, session, { password });
    const code = shown(prepared.body.data?.address ?? '', 0, strict);
    expect((await strict.call(contract.switchOnSecondFactor, session, { code })).body.meta.status).toBe('success');
    expect((await strict.call(sessionCheck, session)).body.data).toMatchObject({ mustSetUpSecondFactor: 0 });
    expect((await strict.call(setNewPassword, session, { newPassword: 'Herbst-Laub-2026!' })).status).toBe(200);
  });

  test('a password comes first, the second factor next; an admin’s session is as restricted as a coach’s', async () => {
    const admin = await strict.admin({ email: 'streng@test.example', passwordHash });
    const { body } = await signIn('streng@test.example', undefined, await oneTime(admin, strict), strict);
    const session = body.data?.sessionId ?? '';
    const early = await strict.call(contract.prepareSecondFactor, session, { password });
    expect(early.body.meta.code).toBe('passwordChangeRequired');
    const chosen = await strict.call(setNewPassword, session, { newPassword: 'Herbst-Laub-2026!' });
    expect(chosen.body.data).toMatchObject({ resetPassword: 0, mustSetUpSecondFactor: 1 });
    expect((await strict.call(getAuditLog, session, { limit: 1 })).body.meta.code).toBe('secondFactorSetUpRequired');
  });

  test('participants are not asked for one', async () => {
    const session = await strict.signIn(await strict.participant());
    expect((await strict.call(sessionCheck, session)).body.data).toMatchObject({ mustSetUpSecondFactor: 0 });
  });
});

describe('guessing codes', () => {
  test('ends after ten wrong ones in a quarter of an hour, and a new password is not locked out by it', async () => {
    const counting = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { id, email, address } = await secured(counting);
      // Being asked for the code is no failure, however often it happens.
      for (let round = 0; round < 12; round++)
        expect(await codeOf(signIn(email, undefined, password, counting))).toBe('secondFactorRequired');
      for (let guess = 0; guess < 10; guess++)
        expect(await codeOf(signIn(email, '00000000', password, counting))).toBe('secondFactorInvalid');
      expect((await signIn(email, fresh(address, counting), password, counting)).status).toBe(429);
      // As if the guesser came from many addresses: the count of the code itself closes.
      await counting.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      for (let guess = 0; guess < 10; guess++) await signIn(email, '00000000', password, counting);
      await counting.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      expect((await signIn(email, fresh(address, counting), password, counting)).status).toBe(429);
      const { body } = await signIn(email, fresh(address, counting), await oneTime(id, counting), counting);
      expect(body.data).toMatchObject({ resetPassword: 1 });
    } finally {
      await counting.close();
    }
  });

  test('by a stranger who knows the password keeps its owner out nowhere they have signed in before', async () => {
    // A fifth of each limit: four wrong codes a day.
    const counting = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '0.2' } });
    try {
      const { email, address } = await secured(counting);
      const attempt = async (by: ReturnType<typeof openBrowser>, code: string) =>
        (await by.ask(login, { username: email, password, code })).meta.code ?? 'in';
      const [own, stranger] = [openBrowser(counting.address), openBrowser(counting.address)];
      expect(await attempt(own, fresh(address, counting))).toBe('in');
      for (let guess = 0; guess < 4; guess++) {
        expect(await attempt(stranger, '00000000')).toBe('secondFactorInvalid');
        await counting.db.deleteFrom('throttle').where('key', 'like', 'loginOf%').execute();
      }
      expect(await attempt(stranger, fresh(address, counting))).toBe('tooManyRequests');
      expect(await attempt(own, '00000000')).toBe('secondFactorInvalid');
      expect(await attempt(own, fresh(address, counting))).toBe('in');
      // What lets them pass the count spares them nothing else.
      expect((await own.ask(login, { username: email, password })).meta.code).toBe('secondFactorRequired');
    } finally {
      await counting.close();
    }
  });

  test('at an open session ends, too, and so does guessing its password', async () => {
    const counting = await openWorld({ env: { SECOND_FACTOR_KEY: key, RATE_LIMIT_FACTOR: '1' } });
    try {
      const { session, address } = await secured(counting);
      const off = (input: object) => counting.call(contract.switchOffSecondFactor, session, { password, ...input });
      for (let guess = 0; guess < 10; guess++)
        expect((await off({ code: 'x' })).body.meta.code).toBe('secondFactorInvalid');
      expect((await off({ code: fresh(address, counting) })).status).toBe(429);
      for (let guess = 0; guess < 10; guess++)
        expect((await off({ password: 'Falsch-1234!', code: 'x' })).body.meta.code).toBe('wrongPassword');
      expect((await off({ code: fresh(address, counting) })).status).toBe(429);
    } finally {
      await counting.close();
    }
  });
});

test('a portal with a database of its own makes its key once, for its owner’s eyes alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-key-'));
  try {
    const keys = [await ownKey(folder), await ownKey(folder)];
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(await readFile(join(folder, 'second-factor.key'), 'utf8')).toBe(keys[0]);
    expect((await stat(join(folder, 'second-factor.key'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
