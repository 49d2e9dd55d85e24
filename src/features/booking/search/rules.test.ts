import { expect, test } from 'vitest';
import { hoursByPartOfDay, partsOfDay, rescheduleRefusals, searchErrors } from './rules.ts';

test('the parts of the day cover it once, and change at noon and at five [4.13]', () => {
  expect(partsOfDay.map((part) => hoursByPartOfDay[part])).toEqual([
    [0, 12],
    [12, 17],
    [17, 24],
  ]);
});

test('a search may have no first or no last day, but not a last day before the first [4.13]', () => {
  const [fromDate, tillDate] = ['2026-11-24', '2026-11-25'];
  expect(searchErrors({ fromDate, tillDate })).toEqual([]);
  expect(searchErrors({ fromDate, tillDate: fromDate })).toEqual([]);
  expect(searchErrors({ fromDate, tillDate: '' })).toEqual([]);
  expect(searchErrors({ fromDate: '', tillDate })).toEqual([]);
  expect(searchErrors({ fromDate: tillDate, tillDate: fromDate })).toEqual([
    { path: 'tillDate', message: 'Das Enddatum muss nach dem Startdatum liegen' },
  ]);
});

test('a refused rescheduling says why [4.13] [4.15]', () =>
  expect(rescheduleRefusals).toEqual({
    notBooked: 'Dieser Termin ist nicht mehr gebucht.',
    tooLate: 'Dieser Termin kann nicht mehr verlegt werden: Das geht nur bis 48 Stunden vor Beginn.',
  }));
