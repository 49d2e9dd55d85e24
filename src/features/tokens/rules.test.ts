import { describe, expect, test } from 'vitest';
import { hasEndedBefore, lastDayProblem, tokenErrors } from './rules.ts';

describe('a new token [2.14]', () => {
  test.each([
    ['2026-11-29', 'Der Zugangsschlüssel muss mindestens bis morgen gelten.'],
    ['2026-11-28', 'Der Zugangsschlüssel muss mindestens bis morgen gelten.'],
    ['2026-11-30', null],
    ['2027-11-30', null],
    ['2027-12-01', 'Der Zugangsschlüssel darf höchstens 366 Tage gelten.'],
    ['', 'Bitte gib ein Datum ein.'],
  ])('that is made on 2026-11-29 and valid until “%s” has the error “%s”', (expiresOn, problem) =>
    expect(lastDayProblem(expiresOn, '2026-11-29')).toBe(problem),
  );

  test('needs a name and at least one scope', () => {
    expect(tokenErrors({ name: 'A', scopes: ['figures'] })).toEqual([]);
    expect(tokenErrors({ name: '', scopes: [] })).toEqual([
      { path: 'name', message: 'Bitte gib einen Namen ein.' },
      { path: 'scopes', message: 'Bitte wähle mindestens einen Bereich aus.' },
    ]);
  });
});

test.each([
  ['runs on', { revokedAt: null, expiresOn: '2026-11-30' }, false],
  ['ran out the day before', { revokedAt: null, expiresOn: '2026-11-29' }, true],
  ['was revoked the day before, in Berlin', { revokedAt: '2026-11-29T22:59:00.000Z', expiresOn: '2027-01-31' }, true],
  ['was revoked on that day, in Berlin', { revokedAt: '2026-11-29T23:00:00.000Z', expiresOn: '2027-01-31' }, false],
])('a token that %s has ended before the day or not [2.14]', (_, token, isOver) =>
  expect(hasEndedBefore(token, '2026-11-30')).toBe(isOver),
);
