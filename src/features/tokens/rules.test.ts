import { describe, expect, test } from 'vitest';
import { lastDayProblem, tokenErrors } from './rules.ts';

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
