import { expect, test } from 'vitest';
import { countsText, stateOf } from './history.ts';

const rows = (imported: number | null, failed: number | null, existing: number | null) => ({
  imported,
  failed,
  existing,
  undoneAt: null,
});

test('the counts tell failed rows from those whose appointments existed already [7.4]', () => {
  expect(countsText(rows(2, 0, 0))).toBe('2 Termine');
  expect(countsText(rows(1, 3, 2))).toBe('1 Termin, 1 Zeile nicht, 2 gab es schon');
  expect(countsText(rows(0, 3, 3))).toBe('0 Termine, 3 gab es schon');
  expect(countsText(rows(2, 3, null))).toBe('2 Termine, 3 Zeilen nicht');
  expect(countsText(rows(null, null, null))).toBe('');
});

test('an import whose rows existed already is not called failed [7.4]', () => {
  expect(stateOf(rows(2, 0, 0))).toEqual({ tone: 'success', label: 'Importiert' });
  expect(stateOf(rows(2, 3, 3))).toEqual({ tone: 'success', label: 'Importiert' });
  expect(stateOf(rows(0, 3, 3))).toEqual({ tone: 'success', label: 'Gab es schon' });
  expect(stateOf(rows(2, 3, 1))).toEqual({ tone: 'warning', label: 'Teilweise' });
  expect(stateOf(rows(0, 3, 1))).toEqual({ tone: 'error', label: 'Nichts importiert' });
  expect(stateOf(rows(2, 3, null))).toEqual({ tone: 'plain', label: 'Teilweise' });
  expect(stateOf(rows(0, 3, null))).toEqual({ tone: 'plain', label: 'Nichts importiert' });
  expect(stateOf(rows(null, null, null))).toEqual({ tone: 'success', label: 'Importiert' });
  expect(stateOf({ ...rows(2, 3, 1), undoneAt: '2026-11-30T09:00:00Z' }).label).toBe('Rückgängig gemacht');
});
