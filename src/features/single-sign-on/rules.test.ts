import { describe, expect, test } from 'vitest';
import {
  faultMessages,
  mustUseSingleSignOn,
  rolesWithoutPassword,
  toLanding,
  toTarget,
  verifiedEmailOf,
} from './rules.ts';

describe('the page after signing in [3.18]', () => {
  test.each([
    '/',
    '/daily-plan',
    '/daily-plan?day=2026-03-01&x=1#y',
    '/a//b',
    '/suche?name=Jörg%20X',
    '/a/./b',
    '/a/.//b',
    `/${'x'.repeat(1999)}`,
  ])('stays %s', (path) => {
    expect(toTarget(path)).toBe(path);
  });

  test.each([
    '',
    'daily-plan',
    '//fremd.example',
    '///fremd.example',
    '/\\fremd.example',
    '\\/fremd.example',
    '/a\\b',
    '/\t/fremd.example',
    '/\n/fremd.example',
    '/\u0000',
    '/\u0085',
    '/.//fremd.example',
    '/..//fremd.example',
    '/%2e//fremd.example',
    '/./%2E%2e//fremd.example',
    ' /daily-plan',
    'https://fremd.example/',
    'https:/fremd.example',
    'javascript:alert(1)',
    `/${'x'.repeat(2000)}`,
    undefined,
    null,
    7,
    ['/a', '/b'],
  ])('is the start page in place of %j', (wanted) => {
    expect(toTarget(wanted)).toBe('/');
  });

  test('stands behind the code, and what would end it is encoded', () => {
    expect(toLanding({ code: 'abc', target: '/a?b=c' })).toBe('/#sso=abc&to=/a?b=c');
    const target = '/a?b=c&to=//fremd.example#ä+ %2F';
    const landing = toLanding({ code: 'abc', target });
    expect(landing).toBe('/#sso=abc&to=/a?b=c%26to=//fremd.example%23%C3%A4%2B%20%252F');
    expect(new URLSearchParams(landing.slice(2)).get('to')).toBe(target);
  });

  test('is not named by a fault', () => {
    expect(toLanding({ fault: 'cancelled' })).toBe('/#sso-error=cancelled');
  });
});

describe('who may sign in with single sign-on only [3.18]', () => {
  const policy = { isOnlyWay: true, exceptedEmail: 'notfall@firma.example' };
  test.each([
    [policy, 3, 'admin@firma.example', true],
    [policy, 2, 'coach@firma.example', true],
    [policy, 3, null, true],
    [policy, 1, 'teil@firma.example', false],
    [policy, null, 'ohne@firma.example', false],
    [policy, 3, 'Notfall@Firma.example', false],
    [{ ...policy, exceptedEmail: undefined }, 3, null, true],
    [{ ...policy, isOnlyWay: false }, 3, 'admin@firma.example', false],
    [null, 3, 'admin@firma.example', false],
  ] as const)('with %j, role %j and address %j: %j', (somePolicy, roleId, email, expected) => {
    expect(mustUseSingleSignOn(somePolicy, { roleId, email })).toBe(expected);
  });

  test('have no password: coaches and admins, but not the one with the excepted e-mail address', () => {
    expect(rolesWithoutPassword(policy, 'coach@firma.example')).toEqual([2, 3]);
    expect(rolesWithoutPassword(policy, 'Notfall@Firma.example')).toEqual([]);
    expect(rolesWithoutPassword(null, 'coach@firma.example')).toEqual([]);
  });
});

test('each fault has a sentence that says what to do [3.18]', () => {
  expect(faultMessages.unknown).toBe(
    'Für dieses Konto gibt es im Portal keinen aktiven Zugang. Coaches und Team fragen die Admins des Portals, ' +
      'Teilnehmende melden sich mit E-Mail und Passwort an.',
  );
  expect(faultMessages.cancelled).toBe('Du hast die Anmeldung abgebrochen. Du kannst jederzeit neu beginnen.');
  expect(faultMessages.failed).toBe(
    'Die Anmeldung hat nicht geklappt. Beginne hier in diesem Browser noch einmal, und frag die Admins des Portals, ' +
      'wenn es wieder nicht klappt.',
  );
});

test('an e-mail address counts only if it is verified, by the value true [3.18]', () => {
  expect(verifiedEmailOf({ email: 'a@b.example', email_verified: true })).toBe('a@b.example');
  const others = [
    ...[false, 'true', 1, undefined, null].map((value) => ({ email: 'a@b.example', email_verified: value })),
    ...['', undefined, null, 7, ['a@b.example']].map((email) => ({ email, email_verified: true })),
  ];
  for (const claims of others) expect(verifiedEmailOf(claims)).toBeNull();
});
