import { expect, test } from 'vitest';
import type { WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { groupDemandByWeek } from './demand.ts';
import { sortDemand, summarizeNames, toDemandRows, waitingPersonPath, type DemandRow } from './demandRows.ts';

const coachIds: Record<string, number> = { Zoe: 7, 'Ärne Öz': 8 };
const names = ['Ada', 'Ben', 'Cem', 'Dua', 'Eva', 'Fin'];
const entry = (fullName: string, coach: string | null, day: string, tillDate = day): WaitingPerson => ({
  waitingId: names.indexOf(fullName) + 1,
  participantId: names.indexOf(fullName) + 1,
  fullName,
  phone: '',
  coachId: coachIds[coach ?? ''] ?? null,
  coach,
  fromDate: day,
  tillDate,
  weekdays: null,
  fromTime: null,
  tillTime: null,
  since: '2026-11-20T10:00:00.000Z',
  offered: false,
});

const rows = toDemandRows(
  groupDemandByWeek(
    [
      entry('Ada', null, '2026-11-25'),
      entry('Ben', 'Zoe', '2026-11-26'),
      entry('Cem', 'Zoe', '2026-11-27'),
      entry('Dua', 'Ärne Öz', '2026-12-01'),
      entry('Eva', null, '2026-12-02'),
      entry('Fin', 'Zoe', '2026-12-03'),
    ],
    '2026-11-25',
  ),
);
const summarize = (sorted: DemandRow[]) =>
  sorted.map(({ monday, coach, people }) => `${monday.slice(5)} ${coach ?? '–'} ${people.length}`);

test('demand is sorted by week, by coach (‘any coach’ last) or by number of people, and equal rows keep their order [12.8]', () => {
  expect(summarize(sortDemand(rows, { by: 'week', isDescending: false }))).toEqual([
    '11-23 Zoe 2',
    '11-23 – 1',
    '11-30 Ärne Öz 1',
    '11-30 Zoe 1',
    '11-30 – 1',
  ]);
  expect(summarize(sortDemand(rows, { by: 'week', isDescending: true }))).toEqual([
    '11-30 Ärne Öz 1',
    '11-30 Zoe 1',
    '11-30 – 1',
    '11-23 Zoe 2',
    '11-23 – 1',
  ]);
  expect(summarize(sortDemand(rows, { by: 'coach', isDescending: false }))).toEqual([
    '11-30 Ärne Öz 1',
    '11-23 Zoe 2',
    '11-30 Zoe 1',
    '11-23 – 1',
    '11-30 – 1',
  ]);
  expect(summarize(sortDemand(rows, { by: 'people', isDescending: true }))[0]).toBe('11-23 Zoe 2');
  expect(summarize(sortDemand(rows, { by: 'people', isDescending: false })).at(-1)).toBe('11-23 Zoe 2');
});

test('a row keeps its key on the next day, and no two rows have the same key [12.8]', () => {
  const keysOn = (today: string) =>
    toDemandRows(groupDemandByWeek([entry('Ben', 'Zoe', '2026-11-23', '2026-11-27')], today)).map(({ key }) => key);
  expect(keysOn('2026-11-26')).toEqual(keysOn('2026-11-25'));
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('a row names up to three people and counts the others [12.8]', () => {
  const people = names.map((fullName, index) => ({ participantId: index + 1, fullName }));
  expect(summarizeNames(people.slice(0, 1))).toBe('Ada');
  expect(summarizeNames(people.slice(0, 3))).toBe('Ada, Ben, Cem');
  expect(summarizeNames(people.slice(0, 4))).toBe('Ada, Ben, Cem und 1 weitere');
  expect(summarizeNames(people)).toBe('Ada, Ben, Cem und 3 weitere');
});

test('a name leads to the person, also among several of that name [12.8]', () => {
  expect(waitingPersonPath({ participantId: 12, fullName: 'Şükrü Yıldız & Co' })).toBe(
    '/search-participant-admin?suche=%C5%9E%C3%BCkr%C3%BC+Y%C4%B1ld%C4%B1z+%26+Co&person=12',
  );
});
