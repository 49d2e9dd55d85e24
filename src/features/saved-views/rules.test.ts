import { describe, expect, test } from 'vitest';
import { isRangeMoving, isSavableQuery, toAddressQuery, toSavedQuery } from './rules.ts';

const today = '2026-11-30';
const presets = [{ from: 0, till: 30 }, { from: -29, till: 0 }, { isLastMonth: true } as const];
const saveAddress = (address: string, range: { from: string; till: string }) =>
  toSavedQuery('termine', new URLSearchParams(address), { range, presets, today });

describe('a saved view [7.20]', () => {
  test('keeps the filters of the list, and no page or open entry', () => {
    expect(
      saveAddress('seite=3&termin=7&coach=5&ohne=frei,versaeumt&art=&sortierung=coach', {
        from: '2026-12-01',
        till: '2026-12-24',
      }),
    ).toBe('von=2026-12-01&bis=2026-12-24&ohne=frei,versaeumt&coach=5&sortierung=coach');
  });

  test('moves along with the days if its range is one that the list suggests', () => {
    const saved = saveAddress('von=2026-11-01&bis=2026-11-30', { from: '2026-11-01', till: '2026-11-30' });
    expect(saved).toBe('tage=-29..0');
    expect(toAddressQuery(saved, '2027-03-01')).toBe('von=2027-01-31&bis=2027-03-01');
    expect(isRangeMoving(saved)).toBe(true);
    expect(saveAddress('', { from: '2026-11-30', till: '2026-12-30' })).toBe('tage=0..30');
    expect(saveAddress('', { from: '2026-11-30', till: '2026-12-29' })).toBe('von=2026-11-30&bis=2026-12-29');
    expect(saveAddress('', { from: '2026-12-01', till: '2026-12-30' })).toBe('von=2026-12-01&bis=2026-12-30');
    expect(saveAddress('tage=1..2', { from: '2026-12-01', till: '2026-12-03' })).toBe('von=2026-12-01&bis=2026-12-03');
  });

  test('of the last month shows the month before the one in which it is opened', () => {
    const saved = saveAddress('coach=5', { from: '2026-10-01', till: '2026-10-31' });
    expect(saved).toBe('tage=letzter-monat&coach=5');
    expect(isSavableQuery('termine', saved)).toBe(true);
    expect(toAddressQuery(saved, today)).toBe('coach=5&von=2026-10-01&bis=2026-10-31');
    expect(toAddressQuery(saved, '2027-03-15')).toBe('coach=5&von=2027-02-01&bis=2027-02-28');
    expect(saveAddress('', { from: '2026-09-01', till: '2026-09-30' })).toBe('von=2026-09-01&bis=2026-09-30');
    expect(isRangeMoving('von=2026-10-01&bis=2026-10-31')).toBe(false);
    expect(toAddressQuery('von=2026-10-01&bis=2026-10-31', '2027-03-15')).toBe('von=2026-10-01&bis=2026-10-31');
  });

  test('opens with its own days and filters', () => {
    expect(toAddressQuery('von=2026-12-01&bis=2026-12-24&coach=5', today)).toBe(
      'von=2026-12-01&bis=2026-12-24&coach=5',
    );
    expect(toAddressQuery('tage=7..20', today)).toBe('von=2026-12-07&bis=2026-12-20');
    expect(toAddressQuery('tage=-20..-7', today)).toBe('von=2026-11-10&bis=2026-11-23');
    expect(toAddressQuery('tage=x&von=2026-02-30&bis=2026-02-30&coach=5', today)).toBe('coach=5');
    expect(toAddressQuery('tage=-12345..0', today)).toBe('');
    expect(toAddressQuery('tage=0..12345', today)).toBe('');
  });

  test.each([
    ['termine', '', true],
    ['termine', 'tage=-29..0&ohne=frei,versaeumt&coach=5&art=einzel&sortierung=coach', true],
    ['termine', 'von=2026-12-01&bis=2026-12-24', true],
    ['buchungen', 'von=2026-12-01&bis=2026-12-24&coach=5', true],
    ['buchungen', 'tage=-6..0', true],
    ['buchungen', 'art=einzel', false],
    ['termine', 'person=Kim', false],
    ['termine', 'coach=Kim', false],
    ['termine', 'coach=kim%20beispiel', false],
    ['termine', `coach=${'1'.repeat(294)}`, true],
    ['termine', `coach=${'1'.repeat(295)}`, false],
  ] as const)('of the list %s can be saved with the query "%s": %s', (list, query, isSavable) => {
    expect(isSavableQuery(list, query)).toBe(isSavable);
  });
});
