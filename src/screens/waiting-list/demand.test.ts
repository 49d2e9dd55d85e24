import { describe, expect, test } from 'vitest';
import type { WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { groupDemandByWeek } from './demand.ts';

/** A Wednesday; 23 November 2026 is the Monday of its week. */
const today = '2026-11-25';
const names = ['Ada', 'Ben', 'Cem', 'Dua'];
const entry = (fullName: string, changes: Partial<WaitingPerson> = {}): WaitingPerson => ({
  waitingId: names.indexOf(fullName) + 1,
  phone: '',
  participantId: names.indexOf(fullName) + 1,
  fullName,
  coachId: null,
  coach: null,
  fromDate: '2026-11-01',
  tillDate: '2026-11-29',
  weekdays: null,
  fromTime: null,
  tillTime: null,
  since: '2026-11-20T10:00:00.000Z',
  offered: false,
  ...changes,
});

test('demand is listed by week and coach from today on, with each person once [12.8]', () => {
  const julia = { coachId: 7, coach: 'Julia Schäfer' };
  const weeks = groupDemandByWeek(
    [
      entry('Ada', { tillDate: '2026-12-06' }),
      entry('Ben', { ...julia, fromDate: '2026-12-02', tillDate: '2026-12-07' }),
      entry('Ada'),
      entry('Cem', { ...julia, fromDate: '2026-12-01', tillDate: '2026-12-01' }),
      // Another person with the same name.
      entry('Cem', { ...julia, fromDate: '2026-12-02', tillDate: '2026-12-02', participantId: 9 }),
      entry('Dua', { coachId: 8, coach: 'Ärne Öz', fromDate: '2026-12-06', tillDate: '2026-12-06' }),
    ],
    today,
  );
  const summary = weeks.map(({ monday, coaches }) => [
    monday,
    coaches.map(({ coach, people }) => [coach, people.map(({ fullName }) => fullName)]),
  ]);
  expect(summary).toEqual([
    ['2026-11-23', [[null, ['Ada']]]],
    [
      '2026-11-30',
      [
        ['Ärne Öz', ['Dua']],
        ['Julia Schäfer', ['Ben', 'Cem', 'Cem']],
        [null, ['Ada']],
      ],
    ],
    ['2026-12-07', [['Julia Schäfer', ['Ben']]]],
  ]);
});

test('people who have an offer, or whose days have passed, do not count as unmet demand [12.8]', () => {
  expect(groupDemandByWeek([entry('Ada', { offered: true }), entry('Ben', { tillDate: '2026-11-22' })], today)).toEqual(
    [],
  );
});

describe('the proposal for the demand of a week [12.8]', () => {
  const proposalFor = (...entries: WaitingPerson[]) => {
    const [first] = groupDemandByWeek(entries, today);
    const { firstDay, lastDay, weekdays, fromTime, tillTime } = first?.coaches[0] ?? {};
    return { days: [firstDay, lastDay], weekdays, times: [fromTime, tillTime] };
  };

  test('covers the requested days of the week from today on, and the weekdays that suit the most people', () => {
    expect(proposalFor(entry('Ada'))).toEqual({
      days: [today, '2026-11-29'],
      weekdays: [3, 4, 5],
      times: [null, null],
    });
    expect(proposalFor(entry('Ada'), entry('Ben', { tillDate: '2026-11-27', weekdays: [1, 4] }))).toMatchObject({
      days: [today, '2026-11-29'],
      weekdays: [4],
    });
    expect(proposalFor(entry('Ada', { fromDate: '2026-11-27', tillDate: '2026-11-27' }))).toMatchObject({
      days: ['2026-11-27', '2026-11-27'],
      weekdays: [5],
    });
  });

  test('includes Saturday or Sunday only if no other day suits', () => {
    expect(proposalFor(entry('Ada', { weekdays: [5, 6] })).weekdays).toEqual([5]);
    expect(proposalFor(entry('Ada', { weekdays: [6, 7] })).weekdays).toEqual([6, 7]);
    // Ada cannot come on any of the remaining days of this week.
    expect(proposalFor(entry('Ada', { weekdays: [1] })).weekdays).toEqual([]);
  });

  test('has the time of day that suits everyone, otherwise the time of the person who has waited longest', () => {
    const morning = entry('Ada', { fromTime: '08:00', tillTime: '12:00' });
    expect(proposalFor(morning, entry('Ben', { fromTime: '10:00' })).times).toEqual(['10:00', '12:00']);
    expect(proposalFor(morning, entry('Ben', { fromTime: '12:00' })).times).toEqual(['08:00', '12:00']);
    expect(proposalFor(entry('Ben'), entry('Cem', { tillTime: '12:00' })).times).toEqual([null, '12:00']);
  });
});
