import { expect, test } from 'vitest';
import type { WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { seriesPagePath } from './demandRows.ts';
import { proposeFor, sortWaiting, summarizeRow, toWaitingRows } from './waitingRows.ts';

let nextId = 1;
const entry = (participantId: number, fullName: string, changes: Partial<WaitingPerson> = {}): WaitingPerson => ({
  waitingId: nextId++,
  participantId,
  fullName,
  phone: '0221 12345',
  coachId: null,
  coach: null,
  fromDate: '2026-11-23',
  tillDate: '2026-12-18',
  weekdays: null,
  fromTime: null,
  tillTime: null,
  since: '2026-11-20T10:00:00.000Z',
  offered: false,
  ...changes,
});

const rows = toWaitingRows([
  entry(1, 'Zoe', { coach: 'Julia Schäfer', coachId: 7, weekdays: [1, 3], fromTime: '09:00' }),
  entry(2, 'Ärne', { since: '2026-11-21T10:00:00.000Z' }),
  entry(1, 'Zoe', { since: '2026-11-22T10:00:00.000Z', tillDate: '2026-11-23', offered: true }),
  entry(3, 'Zoe', { since: '2026-11-23T10:00:00.000Z' }),
]);

test('each person who waits has one row, also with several entries and beside people of the same name [12.8]', () => {
  expect(rows.map(({ participantId, entries, offered }) => [participantId, entries.length, offered])).toEqual([
    [1, 2, true],
    [2, 1, false],
    [3, 1, false],
  ]);
  expect(rows.map(summarizeRow)).toEqual([
    'Julia Schäfer, 23.11. bis 18.12., Mo und Mi, ab 09:00 Uhr (+ 1 Wunsch)',
    'Alle Coaches, 23.11. bis 18.12.',
    'Alle Coaches, 23.11. bis 18.12.',
  ]);
});

test('the people who wait are sorted by how long they have waited, or by name [12.8]', () => {
  const order = (by: 'since' | 'name', isDescending: boolean) =>
    sortWaiting(rows, { by, isDescending }).map(({ participantId }) => participantId);
  expect(order('since', false)).toEqual([1, 2, 3]);
  expect(order('since', true)).toEqual([3, 2, 1]);
  expect(order('name', false)).toEqual([2, 1, 3]);
  expect(order('name', true)).toEqual([1, 3, 2]);
});

test('a series for an entry has its coach, days and times, from today on [12.8]', () => {
  const timed = entry(1, 'Zoe', { coachId: 7, weekdays: [1, 3], fromTime: '09:00' });
  expect(seriesPagePath(proposeFor(timed, '2026-11-25'))).toBe(
    '/series-admin?coach=7&wochentage=1%2C3&von=2026-11-25&bis=2026-12-18&zeit=09%3A00-',
  );
  expect(proposeFor(entry(1, 'Zoe'), '2026-11-01').firstDay).toBe('2026-11-23');
  const weekdaysOf = (fromDate: string, tillDate: string) =>
    proposeFor(entry(1, 'Zoe', { fromDate, tillDate }), '2026-11-01').weekdays;
  expect(weekdaysOf('2026-11-19', '2026-12-31')).toEqual([1, 2, 3, 4, 5]);
  expect(weekdaysOf('2026-11-20', '2026-11-23')).toEqual([1, 5]);
  expect(weekdaysOf('2026-11-21', '2026-11-22')).toEqual([6, 7]);
});
