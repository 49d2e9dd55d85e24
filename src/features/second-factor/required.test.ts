import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSession } from '../accounts/contract.ts';
import { setNewPassword } from '../accounts/passwords/contract.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { getAuditLog } from '../audit/contract.ts';
import { createCredential } from '../../../tests/support/registration.ts';
import { createCoachWithPassword, password, generateCode, signInWith } from '../../../tests/support/second-factor.ts';
import { openWorld, type World } from '../../../tests/support/world.ts';
import * as contract from './contract.ts';

const key = randomBytes(32).toString('hex');
let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

describe('if the provider requires a second factor [3.13]', () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-strict-'));
    const file = join(folder, 'portal.json');
    await writeFile(file, JSON.stringify({ secondFactor: 'required' }));
    world = await openWorld({ env: { SECOND_FACTOR_KEY: key, PORTAL_FILE: file } });
  });
  afterAll(async () => {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('coaches without a second factor can only set one up, and have full access once it is on', async () => {
    const { email } = await createCoachWithPassword(world, passwordHash);
    const { body } = await signInWith(world, email);
    expect(body.data).toMatchObject({ mustSetUpSecondFactor: 1 });
    const session = body.data?.sessionId ?? '';
    const refusal = await world.call(contract.renewRecoveryCodes, session, { password, code: '1' });
    expect({ status: refusal.status, code: refusal.body.meta.code }).toEqual({
      status: 403,
      code: 'secondFactorSetUpRequired',
    });
    expect((await world.call(setNewPassword, session, { newPassword: 'Herbst-Laub-2026!' })).status).toBe(403);
    const preparation = await world.call(contract.prepareSecondFactor, session, { password });
    const code = generateCode(world, preparation.body.data?.address ?? '');
    expect((await world.call(contract.switchOnSecondFactor, session, { code })).body.meta.status).toBe('success');
    expect((await world.call(checkSession, session)).body.data).toMatchObject({ mustSetUpSecondFactor: 0 });
    expect((await world.call(setNewPassword, session, { newPassword: 'Herbst-Laub-2026!' })).status).toBe(200);
  });

  test('admins must change a one-time password first, and can then only set up a second factor', async () => {
    const admin = await world.addAdmin({ email: 'streng@test.example', passwordHash });
    const { body } = await signInWith(
      world,
      'streng@test.example',
      undefined,
      await createCredential(world.db, admin, 'temporaryPassword'),
    );
    const session = body.data?.sessionId ?? '';
    const preparation = await world.call(contract.prepareSecondFactor, session, { password });
    expect(preparation.body.meta.code).toBe('passwordChangeRequired');
    const passwordChange = await world.call(setNewPassword, session, { newPassword: 'Herbst-Laub-2026!' });
    expect(passwordChange.body.data).toMatchObject({ resetPassword: 0, mustSetUpSecondFactor: 1 });
    expect((await world.call(getAuditLog, session, { limit: 1 })).body.meta.code).toBe('secondFactorSetUpRequired');
  });

  test('participants do not need a second factor', async () => {
    const session = await world.signIn(await world.addParticipant());
    expect((await world.call(checkSession, session)).body.data).toMatchObject({ mustSetUpSecondFactor: 0 });
  });
});
