import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSession } from '../accounts/contract.ts';
import { setNewPassword } from '../accounts/passwords/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { getAuditLog } from '../audit/contract.ts';
import { createCredential } from '../../../tests/support/registration.ts';
import {
  nextUnusedCode,
  createCoachWithPassword,
  readSignInOutcome,
  password,
  createCoachWithSecondFactor,
  generateCode,
  signInWith,
} from '../../../tests/support/second-factor.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import * as contract from './contract.ts';
import { removeLostSecondFactor } from '../accounts/access/lost-second-factor.steps.ts';
import { loadOrCreateKey } from './secret-encryption.adapter.ts';

const key = randomBytes(32).toString('hex');
let world: World;
let passwordHash: string;
beforeAll(async () => {
  [world, passwordHash] = await Promise.all([openWorld({ env: { SECOND_FACTOR_KEY: key } }), hashPassword(password)]);
});
afterAll(() => world.close());

const mailKindsTo = async (person: number) =>
  (
    await world.db.selectFrom('mail').select('kind').where('person_id', '=', person).orderBy('created_at').execute()
  ).map(({ kind }) => kind);
const auditActionsOn = async (person: number) =>
  (await world.db.selectFrom('audit').select('action').where('person_id', '=', person).orderBy('id').execute()).map(
    ({ action }) => action,
  );

describe('setting up a second factor [3.13]', () => {
  test('requires the password and then a code from the app, ends other sessions, sends a mail and is logged', async () => {
    const { id, email, session } = await createCoachWithPassword(world, passwordHash);
    const otherSession = await world.signIn(id);
    const wrongPassword = await world.call(contract.prepareSecondFactor, session, { password: 'Falsch-1234!' });
    expect(wrongPassword.body.meta.code).toBe('wrongPassword');
    const { body } = await world.call(contract.prepareSecondFactor, session, { password });
    const { address: otpauthUri = '' } = body.data ?? {};
    // Until a code confirms the secret, the password alone is enough to sign in.
    expect(await readSignInOutcome(signInWith(world, email))).toBe('in');
    const oldCode = await world.call(contract.switchOnSecondFactor, session, {
      code: generateCode(world, otpauthUri, -2),
    });
    expect(oldCode.body.meta.code).toBe('secondFactorInvalid');
    const switchedOn = await world.call(contract.switchOnSecondFactor, session, {
      code: generateCode(world, otpauthUri),
    });
    expect(switchedOn.body.data?.recoveryCodes).toHaveLength(10);
    expect((await world.call(checkSession, otherSession)).body.data).toBeNull();
    expect((await world.call(checkSession, session)).body.data).not.toBeNull();
    const state = await world.call(contract.getSecondFactor, session);
    expect(state.body.data).toMatchObject({ available: true, required: false, recoveryCodesLeft: 10 });
    expect(state.body.data?.since).not.toBeNull();
    expect(await mailKindsTo(id)).toEqual(['secondFactorOn']);
    expect(await auditActionsOn(id)).toEqual(['secondFactorOn']);
  });

  test('stores the secret encrypted and the recovery codes as hashes', async () => {
    const { id, secret, recoveryCodes } = await createCoachWithSecondFactor(world, passwordHash);
    const row = await world.db
      .selectFrom('second_factor')
      .select('secret')
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow();
    const { secret: decoded } = URI.parse(`otpauth://totp/x?secret=${secret}`);
    expect(row.secret.includes(Buffer.from(decoded.bytes))).toBe(false);
    const hashes = await world.db.selectFrom('recovery_code').select('hash').where('person_id', '=', id).execute();
    const expected = recoveryCodes.map((code) => createHash('sha256').update(code.replaceAll('-', '')).digest('hex'));
    expect(hashes.map(({ hash }) => hash.toString('hex')).sort()).toEqual(expected.sort());
  });

  test('can be started again until a code confirms it; this makes the first secret invalid', async () => {
    const { session } = await createCoachWithPassword(world, passwordHash);
    const otpauthUris: string[] = [];
    for (let round = 0; round < 2; round++) {
      const { body } = await world.call(contract.prepareSecondFactor, session, { password });
      otpauthUris.push(body.data?.address ?? '');
    }
    const [firstUri = '', secondUri = ''] = otpauthUris;
    const firstAttempt = await world.call(contract.switchOnSecondFactor, session, {
      code: generateCode(world, firstUri),
    });
    expect(firstAttempt.body.meta.code).toBe('secondFactorInvalid');
    await world.call(contract.switchOnSecondFactor, session, { code: generateCode(world, secondUri) });
    const preparedAgain = await world.call(contract.prepareSecondFactor, session, { password });
    expect(preparedAgain.body.meta.code).toBe('secondFactorOn');
    const switchedOnAgain = await world.call(contract.switchOnSecondFactor, session, {
      code: nextUnusedCode(world, secondUri),
    });
    expect(switchedOnAgain.body.meta.code).toBe('secondFactorNotPrepared');
  });

  test('expires after an hour without a code', async () => {
    const { session } = await createCoachWithPassword(world, passwordHash);
    const { body } = await world.call(contract.prepareSecondFactor, session, { password });
    world.clock.shiftMs += 3_700_000;
    const lateAttempt = await world.call(contract.switchOnSecondFactor, session, {
      code: generateCode(world, body.data?.address ?? ''),
    });
    expect(lateAttempt.body.meta.code).toBe('secondFactorNotPrepared');
  });

  test('is not available if the server has no key', async () => {
    const worldWithoutKey = await openWorld();
    try {
      const { session } = await createCoachWithPassword(worldWithoutKey, passwordHash);
      expect((await worldWithoutKey.call(contract.getSecondFactor, session)).body.data).toMatchObject({
        available: false,
      });
      const { body } = await worldWithoutKey.call(contract.prepareSecondFactor, session, { password });
      expect(body.meta.code).toBe('secondFactorUnavailable');
    } finally {
      await worldWithoutKey.close();
    }
  });
});

describe('signing in with a second factor [3.13]', () => {
  test('asks for a code after the correct password, but not after a wrong password', async () => {
    const { email, otpauthUri } = await createCoachWithSecondFactor(world, passwordHash);
    expect(await readSignInOutcome(signInWith(world, email, undefined, 'Falsch-1234!'))).toBe('loginFailed');
    expect(await readSignInOutcome(signInWith(world, email, generateCode(world, otpauthUri), 'Falsch-1234!'))).toBe(
      'loginFailed',
    );
    const { status, body } = await signInWith(world, email);
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
    expect(await readSignInOutcome(signInWith(world, email, ''))).toBe('secondFactorRequired');
    expect(await readSignInOutcome(signInWith(world, email, '000 00'))).toBe('secondFactorInvalid');
    expect((await signInWith(world, email, nextUnusedCode(world, otpauthUri))).body.data).toMatchObject({
      email,
      mustSetUpSecondFactor: 0,
    });
  });

  test('accepts only the current and the previous code, and each of them only once', async () => {
    const { email, otpauthUri } = await createCoachWithSecondFactor(world, passwordHash);
    const code = nextUnusedCode(world, otpauthUri);
    expect(await readSignInOutcome(signInWith(world, email, code))).toBe('in');
    expect(await readSignInOutcome(signInWith(world, email, code))).toBe('secondFactorInvalid');
    world.clock.shiftMs += 90_000;
    expect(await readSignInOutcome(signInWith(world, email, generateCode(world, otpauthUri, -2)))).toBe(
      'secondFactorInvalid',
    );
    expect(await readSignInOutcome(signInWith(world, email, generateCode(world, otpauthUri, 2)))).toBe(
      'secondFactorInvalid',
    );
    // A code that is typed at the end of its 30 seconds arrives in the next 30 seconds.
    const previousCode = generateCode(world, otpauthUri);
    world.clock.shiftMs += 30_000 - ((Date.now() + world.clock.shiftMs) % 30_000);
    expect(await readSignInOutcome(signInWith(world, email, previousCode))).toBe('in');
    const currentCode = nextUnusedCode(world, otpauthUri);
    expect(await readSignInOutcome(signInWith(world, email, currentCode))).toBe('in');
    expect(await readSignInOutcome(signInWith(world, email, generateCode(world, otpauthUri, -1)))).toBe(
      'secondFactorInvalid',
    );
  });

  test('succeeds only once if ten attempts use the same code at the same time', async () => {
    const { email, otpauthUri, recoveryCodes } = await createCoachWithSecondFactor(world, passwordHash);
    for (const code of [nextUnusedCode(world, otpauthUri), recoveryCodes[0] ?? '']) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => readSignInOutcome(signInWith(world, email, code))),
      );
      expect(answers.filter((answer) => answer === 'in')).toHaveLength(1);
      expect(answers.filter((answer) => answer === 'secondFactorInvalid')).toHaveLength(9);
    }
  });

  test('accepts a recovery code once and sends a mail about it, but refuses codes of another person', async () => {
    const [{ id, email, recoveryCodes }, otherCoach] = [
      await createCoachWithSecondFactor(world, passwordHash),
      await createCoachWithSecondFactor(world, passwordHash),
    ];
    const [firstCode = ''] = recoveryCodes;
    expect(await readSignInOutcome(signInWith(world, otherCoach.email, firstCode))).toBe('secondFactorInvalid');
    expect(await readSignInOutcome(signInWith(world, email, firstCode.toLowerCase().replaceAll('-', ' ')))).toBe('in');
    expect(await readSignInOutcome(signInWith(world, email, firstCode))).toBe('secondFactorInvalid');
    expect(await mailKindsTo(id)).toEqual(['secondFactorOn', 'recoveryCodeUsed']);
    const session = await world.signIn(id);
    expect((await world.call(contract.getSecondFactor, session)).body.data?.recoveryCodesLeft).toBe(9);
  });

  test('requires a code even with a one-time password, which stays valid after a wrong code', async () => {
    const { id, email, otpauthUri } = await createCoachWithSecondFactor(world, passwordHash);
    const oneTimePassword = await createCredential(world.db, id, 'temporaryPassword');
    expect(await readSignInOutcome(signInWith(world, email, undefined, oneTimePassword))).toBe('secondFactorRequired');
    expect(await readSignInOutcome(signInWith(world, email, '123', oneTimePassword))).toBe('secondFactorInvalid');
    const { body } = await signInWith(world, email, nextUnusedCode(world, otpauthUri), oneTimePassword);
    expect(body.data).toMatchObject({ resetPassword: 1 });
    await world.call(setNewPassword, body.data?.sessionId ?? '', { newPassword: 'Herbst-Laub-2026!' });
    expect(await readSignInOutcome(signInWith(world, email, undefined, 'Herbst-Laub-2026!'))).toBe(
      'secondFactorRequired',
    );
  });

  test('accepts only recovery codes after the server’s key has changed', async () => {
    const { email, otpauthUri, recoveryCodes } = await createCoachWithSecondFactor(world, passwordHash);
    const { settings } = world.app;
    settings.secondFactorKey = randomBytes(32).toString('hex');
    try {
      expect(await readSignInOutcome(signInWith(world, email, nextUnusedCode(world, otpauthUri)))).toBe(
        'secondFactorInvalid',
      );
      expect(await readSignInOutcome(signInWith(world, email, recoveryCodes[0]))).toBe('in');
    } finally {
      settings.secondFactorKey = key;
    }
  });
});

describe('a second factor that is on', () => {
  test('gets new recovery codes if password and code are correct; the old codes become invalid', async () => {
    const { email, session, otpauthUri, recoveryCodes } = await createCoachWithSecondFactor(world, passwordHash);
    const renew = (input: object) => world.call(contract.renewRecoveryCodes, session, { password, ...input });
    expect((await renew({ password: 'Falsch-1234!', code: nextUnusedCode(world, otpauthUri) })).body.meta.code).toBe(
      'wrongPassword',
    );
    expect((await renew({ code: '000000x' })).body.meta.code).toBe('secondFactorInvalid');
    const { body } = await renew({ code: nextUnusedCode(world, otpauthUri) });
    expect(body.data?.recoveryCodes).toHaveLength(10);
    expect(await readSignInOutcome(signInWith(world, email, recoveryCodes[3]))).toBe('secondFactorInvalid');
    expect(await readSignInOutcome(signInWith(world, email, body.data?.recoveryCodes[3]))).toBe('in');
  });

  test('can be switched off with password and code; this ends other sessions and sends a mail', async () => {
    const { id, email, session, otpauthUri, recoveryCodes } = await createCoachWithSecondFactor(world, passwordHash);
    const otherSession = await world.signIn(id);
    const switchOff = (input: object) => world.call(contract.switchOffSecondFactor, session, { password, ...input });
    expect((await switchOff({ password: '', code: nextUnusedCode(world, otpauthUri) })).body.meta.code).toBe(
      'wrongPassword',
    );
    expect((await switchOff({ code: '' })).body.meta.code).toBe('secondFactorInvalid');
    expect((await switchOff({ code: recoveryCodes[0] })).body.meta.status).toBe('success');
    expect((await switchOff({ code: recoveryCodes[1] })).body.meta.code).toBe('secondFactorOff');
    expect(await readSignInOutcome(signInWith(world, email))).toBe('in');
    expect((await world.call(checkSession, otherSession)).body.data).toBeNull();
    expect(await mailKindsTo(id)).toEqual(['secondFactorOn', 'recoveryCodeUsed', 'secondFactorOff']);
    expect(await world.db.selectFrom('recovery_code').select('hash').where('person_id', '=', id).execute()).toEqual([]);
  });

  test('can be removed by an admin if a coach has lost it; the coach’s sessions end', async () => {
    const { id, email, session } = await createCoachWithSecondFactor(world, passwordHash);
    const admin = await world.signIn(await world.addAdmin());
    const reset = (coachId: number) => world.call(contract.resetSecondFactor, admin, { coachId });
    for (const nonCoach of [987_654_321, await world.addParticipant(), await world.addAdmin()])
      expect((await reset(nonCoach)).status).toBe(404);
    expect((await reset(id)).body.meta.status).toBe('success');
    expect((await reset(id)).body.meta.code).toBe('secondFactorOff');
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await readSignInOutcome(signInWith(world, email))).toBe('in');
    expect(await mailKindsTo(id)).toEqual(['secondFactorOn', 'secondFactorOff']);
    const { body } = await world.call(getAuditLog, admin, { action: 'secondFactorReset', limit: 1 });
    expect(JSON.stringify(body)).toContain('hat die Anmeldung in zwei Schritten von Cleo Coach zurückgesetzt.');
  });
});

describe('at the command line', () => {
  test('a lost second factor can be removed, even an admin’s; this sends a mail and is logged', async () => {
    const email = 'Verloren@test.example';
    const id = await world.addAdmin({ email, passwordHash });
    const session = await world.signIn(id);
    const { body } = await world.call(contract.prepareSecondFactor, session, { password });
    await world.call(contract.switchOnSecondFactor, session, { code: generateCode(world, body.data?.address ?? '') });
    await removeLostSecondFactor(world.db, 'verloren@test.example');
    expect(await readSignInOutcome(signInWith(world, email))).toBe('in');
    expect((await world.call(checkSession, session)).body.data).toBeNull();
    expect(await mailKindsTo(id)).toEqual(['secondFactorOn', 'secondFactorOff']);
    expect(await auditActionsOn(id)).toEqual(['secondFactorOn', 'secondFactorReset']);
    await expect(removeLostSecondFactor(world.db, email)).rejects.toThrow('signs in without a second factor');
    await expect(removeLostSecondFactor(world.db, 'niemand@test.example')).rejects.toThrow('There is no account');
  });
});

test('a portal with the embedded database creates its key once, in a file that only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-key-'));
  try {
    const keys = [await loadOrCreateKey(folder), await loadOrCreateKey(folder)];
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(await readFile(join(folder, 'second-factor.key'), 'utf8')).toBe(keys[0]);
    expect((await stat(join(folder, 'second-factor.key'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
