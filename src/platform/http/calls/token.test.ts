import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getFullOverview, exportAppointments } from '../../../features/appointments/contract.ts';
import { importAppointments, undoImport } from '../../../features/appointments/import-files/contract.ts';
import { checkSession } from '../../../features/accounts/contract.ts';
import { createAdmin, disableAdmin } from '../../../features/accounts/access/admins.steps.ts';
import { inviteParticipant } from '../../../features/accounts/invitation/contract.ts';
import { getAuditLog } from '../../../features/audit/contract.ts';
import { bookAppointment } from '../../../features/booking/contract.ts';
import { downloadFile, uploadFiles } from '../../../features/files/contract.ts';
import { getLocations } from '../../../features/provider/contract.ts';
import { exportSteering, getSteering } from '../../../features/steering/contract.ts';
import { getTokens, revokeToken } from '../../../features/tokens/contract.ts';
import { servicePath } from './calls.ts';
import { addDays, dateOf } from '../../../shared/berlin.ts';
import { collectLog } from '../../../../tests/support/log.ts';
import { callProcess, startPortalProcess } from '../../../../tests/support/portal-process.ts';
import { createRegistrationForm } from '../../../../tests/support/registration.ts';
import { addToken, callWithToken, sendFileWithToken } from '../../../../tests/support/tokens.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';

const { logStream, loggedText } = collectLog();
let world: World;
let adminId: number;
let admin: string;
beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'trace' }, logStream });
  adminId = await world.addAdmin({ firstName: 'Ada', lastName: 'Chefin' });
});
beforeEach(async () => {
  world.clock.shiftMs = 0;
  await sql`TRUNCATE throttle, token`.execute(world.db);
  admin = await world.signIn(adminId);
});
afterAll(() => world.close());

const today = dateOf(new Date());
const figures = { fromDate: addDays(today, -30), tillDate: today, coachId: null };
const unknownToken = `cpt_${'A'.repeat(43)}`;
/** The status and the code of a call with a token that needs the scope `figures`. */
async function outcomeOf(token: string) {
  const { status, body } = await callWithToken(world, token, getSteering, figures);
  return body.meta.code ?? status;
}

describe('a call with a token [2.14]', () => {
  test('is served with the scope of the call, and needs no password and no second factor of its maker', async () => {
    const { token } = await addToken(world, admin, { chosen: ['figures'] });
    expect(await outcomeOf(token)).toBe(200);
    await world.db.updateTable('person').set({ must_change_password: true }).where('id', '=', adminId).execute();
    expect(await outcomeOf(token)).toBe(200);
    await world.db.updateTable('person').set({ must_change_password: false }).where('id', '=', adminId).execute();
  });

  test('that is unknown, malformed or empty is 401, for any call and any body', async () => {
    for (const token of [
      unknownToken,
      'cpt_x',
      'Unfug',
      '',
      `${(await addToken(world, admin)).token} `.toLowerCase(),
    ]) {
      const { status, body, headers } = await callWithToken(world, token, getSteering, figures);
      expect({ status, code: body.meta.code }, token).toEqual({ status: 401, code: 'tokenInvalid' });
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    for (const call of [getLocations, bookAppointment, exportSteering, uploadFiles, importAppointments])
      expect((await callWithToken(world, unknownToken, call, {})).status, call.path).toBe(401);
    expect((await sendFileWithToken(world, unknownToken, importAppointments)).status).toBe(401);
    expect((await sendFileWithToken(world, unknownToken, getSteering)).status).toBe(401);
  });

  test('is served until the end of the token’s last day in Berlin', async () => {
    const { token } = await addToken(world, admin, { days: 1 });
    const endOfLastDay = Date.parse(`${addDays(today, 2)}T00:00:00+01:00`);
    world.clock.shiftMs = Date.parse(`${addDays(today, 1)}T12:00:00Z`) - Date.now();
    expect(await outcomeOf(token)).toBe(200);
    world.clock.shiftMs = endOfLastDay + 3_600_000 - Date.now();
    expect(await outcomeOf(token)).toBe('tokenInvalid');
  });

  test('is 401 once its maker is inactive or no admin, and disabling the maker revokes the token for good', async () => {
    const email = 'schluessel@test.example';
    const maker = await world.addAdmin({ email });
    const { token } = await addToken(world, await world.signIn(maker));
    const setMaker = (values: { inactive_at?: Date | null; role_id?: number }) =>
      world.db.updateTable('person').set(values).where('id', '=', maker).execute();
    await setMaker({ inactive_at: new Date() });
    expect(await outcomeOf(token)).toBe('tokenInvalid');
    await setMaker({ inactive_at: null, role_id: 2 });
    expect(await outcomeOf(token)).toBe('tokenInvalid');
    await setMaker({ role_id: 3 });
    expect(await outcomeOf(token)).toBe(200);
    await disableAdmin(world.db, email);
    expect(await outcomeOf(token)).toBe('tokenInvalid');
    const [listed] = (await world.call(getTokens, admin)).body.data ?? [];
    expect(listed?.revokedAt).not.toBeNull();
    await createAdmin(world.db, { email, firstName: 'Ada', lastName: 'Wieder', gender: 'f' });
    expect(await outcomeOf(token)).toBe('tokenInvalid');
  });

  test('that carries a session id as well is 400, in the body and in the name of a file', async () => {
    const { token } = await addToken(world, admin);
    for (const sessionId of [admin, 'x', 7]) {
      const { status, body } = await callWithToken(world, token, getSteering, { ...figures, sessionId });
      expect({ status, code: body.meta.code }).toEqual({ status: 400, code: 'invalidRequest' });
    }
    expect((await callWithToken(world, token, checkSession, { sessionId: admin })).status).toBe(400);
    expect((await sendFileWithToken(world, token, importAppointments, { field: `file_${admin}` })).status).toBe(400);
    expect((await callWithToken(world, token, getSteering, { ...figures, sessionId: '' })).status).toBe(200);
  });

  test('may send cookies, which are no sign-in, and come from any page', async () => {
    const { token } = await addToken(world, admin);
    const headers = {
      cookie: `companion-${'0'.repeat(16)}=${'A'.repeat(43)}`,
      origin: 'https://lernplattform.example',
    };
    expect((await callWithToken(world, token, getSteering, figures, headers)).status).toBe(200);
  });

  test('with another scheme than Bearer is a call without a token, and the scheme may be in lower case', async () => {
    const { token } = await addToken(world, admin);
    const callWith = async (authorization: string) => {
      const response = await fetch(world.address + servicePath(getSteering), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify({ ...figures, ...(authorization.startsWith('Basic') ? { sessionId: admin } : {}) }),
      });
      return response.status;
    };
    expect([await callWith('Basic dTpw'), await callWith(`bearer ${token}`)]).toEqual([200, 200]);
  });

  test('to another call than those of its scopes is 403, an open one as well, whatever its body', async () => {
    const { token } = await addToken(world, admin, { chosen: ['figures'] });
    for (const call of [
      getLocations,
      bookAppointment,
      getFullOverview,
      revokeToken,
      downloadFile,
      importAppointments,
    ]) {
      const { status, body } = await callWithToken(world, token, call, { tokenId: 1 });
      expect({ status, code: body.meta.code }, call.path).toEqual({ status: 403, code: 'forbidden' });
    }
    expect((await sendFileWithToken(world, token, importAppointments)).status).toBe(403);
    expect((await sendFileWithToken(world, token, getLocations)).status).toBe(403);
    const get = request(`${world.address}${servicePath(getLocations)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    get.end();
    const [response] = (await once(get, 'response')) as [import('node:http').IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response)).meta.code]).toEqual([403, 'forbidden']);
  });

  test('downloads a table like a person does', async () => {
    const { token } = await addToken(world, admin);
    const input = { ...figures, format: 'csv', status: { booked: true, free: true, missed: true } };
    const { status, headers } = await callWithToken(world, token, exportAppointments, input);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  });
});

describe('with a token, another system [2.14]', () => {
  const logOf = async (action: string) => (await world.call(getAuditLog, admin, { action, limit: 1 })).body.data?.[0];

  test('imports a file in the field file_token and undoes it, and the log names maker and token', async () => {
    const { token } = await addToken(world, admin, { chosen: ['import'] });
    const coachEmail = `import${Math.random()}@test.example`;
    await world.addCoach({ email: coachEmail });
    const content = `Coach-E-Mail;Typ;Datum;Von;Bis\n${coachEmail};Einzelcoaching;${addDays(today, 40)};09:00;09:45`;
    const dryRun = await sendFileWithToken(world, token, importAppointments, { content, texts: { dryRun: '1' } });
    expect(dryRun.body).toMatchObject({ status: 'success', importId: null });
    const { body } = await sendFileWithToken(world, token, importAppointments, { content });
    expect(body).toMatchObject({ status: 'success', importId: expect.any(Number) });
    expect(await logOf('imported')).toMatchObject({
      ...{ actor: 'Ada Chefin', token: 'Lernplattform' },
      sentence: 'Ada Chefin hat Termine aus einer Datei importiert (Zugangsschlüssel „Lernplattform“).',
    });
    const undone = await callWithToken(world, token, undoImport, { importId: body.importId });
    expect(undone.body.data).toEqual({ deleted: 1 });
    expect(await logOf('importUndone')).toMatchObject({ actor: 'Ada Chefin', token: 'Lernplattform' });
  });

  test('invites a participant; what people do themselves is logged without a token', async () => {
    const { token } = await addToken(world, admin, { chosen: ['participants'] });
    const location = await world.addLocation();
    const invitationOf = (address: string) => {
      const { repeatEmail: _, ...form } = createRegistrationForm(address, location);
      return form;
    };
    const byToken = await callWithToken(world, token, inviteParticipant, invitationOf('per-token@test.example'));
    expect(byToken.body.data).toEqual({ participantId: expect.any(Number) });
    expect(await logOf('invited')).toMatchObject({ actor: 'Ada Chefin', token: 'Lernplattform' });
    await world.call(inviteParticipant, admin, invitationOf('von-hand@test.example'));
    expect(await logOf('invited')).toMatchObject({ actor: 'Ada Chefin', token: null });
  });
});

describe('the limits of calls with tokens [2.10]', () => {
  test('count by token, and not by the person who made it', async () => {
    const [first, second] = [await addToken(world, admin), await addToken(world, admin)];
    const call = async (token: string) => (await callWithToken(world, token, undoImport, { importId: 987_654 })).status;
    for (let round = 0; round < 30; round++) expect(await call(first.token)).toBe(404);
    expect(await call(first.token)).toBe(429);
    expect(await call(second.token)).toBe(404);
    expect((await world.call(undoImport, admin, { importId: 987_654 })).status).toBe(404);
  });

  test('refuse wrong tokens of an address after a hundred, while a right one from there still works', async () => {
    const { token } = await addToken(world, admin);
    for (let round = 0; round < 100; round++) expect(await outcomeOf(unknownToken)).toBe('tokenInvalid');
    expect(await outcomeOf(unknownToken)).toBe('tooManyRequests');
    expect(await outcomeOf(token)).toBe(200);
  });
});

test('a token that one process has revoked is dead on the other at once [2.14]', async () => {
  const other = await startPortalProcess(world);
  try {
    const portals = [world.address, other.url];
    for (const [revoking, using] of [portals, portals.toReversed()] as [string, string][]) {
      const { id, token } = await addToken(world, admin);
      const statusThere = async () => (await callWithToken({ address: using }, token, getSteering, figures)).status;
      expect(await statusThere()).toBe(200);
      expect((await callProcess(revoking, revokeToken, admin, { tokenId: id }))?.body.meta.status).toBe('success');
      expect(await statusThere()).toBe(401);
    }
  } finally {
    await other.stop('SIGKILL');
  }
});

test('no token is ever in the log, whether it is right or wrong; a wrong one is a security event', async () => {
  const { token } = await addToken(world, admin);
  await callWithToken(world, token, getSteering, figures);
  await callWithToken(world, token, getLocations);
  await callWithToken(world, token, getSteering, { sessionId: admin });
  await callWithToken(world, `${token.slice(0, -4)}AAAA`, getSteering, figures);
  await callWithToken(world, token, getSteering, { fromDate: 7 });
  await sendFileWithToken(world, token, importAppointments);
  await sendFileWithToken(world, token, getSteering);
  await sql`ALTER TABLE token RENAME COLUMN scopes TO broken_scopes`.execute(world.db);
  expect((await callWithToken(world, token, getSteering, figures)).status).toBe(500);
  await sql`ALTER TABLE token RENAME COLUMN broken_scopes TO scopes`.execute(world.db);
  expect(loggedText()).toContain('"security":"tokenRefused"');
  expect(loggedText()).toContain('unexpected fault');
  expect(loggedText()).not.toContain(token.slice(4, 39));
  expect(loggedText()).not.toMatch(/cpt_/);
});
