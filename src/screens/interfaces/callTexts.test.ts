import { expect, test } from 'vitest';
import { scopes, type Call } from '../../shared/call.ts';
import { callTexts, describeCall } from './callTexts.ts';

const contracts = import.meta.glob<Record<string, unknown>>('../../features/**/contract.ts', { eager: true });
const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'scope' in value;
const calls = Object.values(contracts).flatMap((contract) => Object.values(contract).filter(isCall));

test.each(scopes)('every call that the scope %s allows has a German name, and no other call [2.14]', (scope) => {
  const allowed = calls.filter((call) => call.scope === scope).map(({ path }) => path);
  expect(Object.keys(callTexts[scope]).sort()).toEqual(allowed.sort());
});

test('the last call of a token is named if its scopes allow it, else it is said to have been refused [2.14]', () => {
  expect(describeCall('admin/exportAppointments', ['figures', 'appointments'])).toBe('Termine als Datei');
  for (const path of ['admin/exportAppointments', 'admin/revokeToken', 'toString'])
    expect(describeCall(path, ['figures'])).toBe('abgelehnt, weil er das nicht darf');
});
