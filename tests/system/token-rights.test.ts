import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/app/features.ts';
import { scopes, type Call, type Scope } from '../../src/shared/call.ts';
import { addToken, callWithToken, sendFileWithToken } from '../support/tokens.ts';
import { openWorld, type World } from '../support/world.ts';

/** The calls of each scope (reference 2.14). It does not depend on the contracts. */
const callsOfScopes: Record<Scope, string[]> = {
  appointments: [
    'admin/appointmentOverview',
    'admin/getBookingOverview',
    'admin/exportAppointments',
    'admin/dailyPlan',
    'admin/getCoachListObject',
  ],
  import: ['admin/importAppointmentsByFile', 'admin/undoImport'],
  participants: ['admin/searchParticipantShort', 'admin/searchParticipantFull', 'admin/inviteParticipant'],
  figures: [
    'admin/getSteering',
    'admin/exportSteering',
    'admin/exportEvidence',
    'analytics/getRatingAnalytics',
    'analytics/getCoachAnalytics',
  ],
};

let world: World;
const tokens = new Map<Scope, string>();
beforeAll(async () => {
  world = await openWorld();
  const admin = await world.signIn(await world.addAdmin());
  for (const scope of scopes) tokens.set(scope, (await addToken(world, admin, { chosen: [scope] })).token);
});
afterAll(() => world.close());

/** Makes a call with an almost empty input, as the test of the rights of people does. */
function attemptCall(call: Call, token: string) {
  if (call.body === 'files') return sendFileWithToken(world, token, call);
  return callWithToken(world, token, call, call.responseType === 'file' ? { password: 0 } : {});
}

test('only calls that admins may make are in a scope, and each scope has its calls [2.14]', () => {
  const inScopes = routes.filter(({ call }) => call.scope !== null);
  for (const { call } of inScopes) expect(call.may, call.path).toContain('admin');
  for (const scope of scopes) {
    const paths = inScopes.filter(({ call }) => call.scope === scope).map(({ call }) => call.path);
    expect(paths.sort()).toEqual([...callsOfScopes[scope]].sort());
  }
});

for (const scope of scopes)
  test.each(routes.map(({ call }) => [call.path, call] as const))(
    `a token with the scope ${scope} may make %s only if the scope has it [2.14]`,
    async (path, call) => {
      const { status, body } = await attemptCall(call, tokens.get(scope) ?? '');
      if (callsOfScopes[scope].includes(path)) {
        expect([401, 403]).not.toContain(status);
        expect(body.meta.message).not.toBe('session invalid');
      } else {
        expect({ status, code: body.meta.code }).toEqual({ status: 403, code: 'forbidden' });
      }
    },
  );
