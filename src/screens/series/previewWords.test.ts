import { describe, expect, test } from 'vitest';
import type { SeriesEntry } from '../../features/appointments/series/contract.ts';
import { linesOf, monthsOf, formatSummary, formatTimes } from './previewWords.ts';

const entry = (date: string, fromTime: string, state: SeriesEntry['state'], message = ''): SeriesEntry => ({
  date,
  fromTime,
  tillTime: fromTime.replace(':00', ':45'),
  state,
  message,
});

describe('the preview of a series [7.15]', () => {
  test('sums up the new appointments, the days skipped as holidays, and the appointments skipped for other reasons', () => {
    const holidays = [entry('2026-12-25', '09:00', 'holiday'), entry('2026-12-25', '10:00', 'holiday')];
    expect(formatSummary([entry('2026-12-21', '09:00', 'new'), ...holidays])).toBe('1 Termin, 1 Feiertag übersprungen');
    const entries = [
      entry('2026-12-21', '09:00', 'new'),
      entry('2026-12-21', '10:00', 'new'),
      ...holidays,
      entry('2027-01-01', '09:00', 'holiday'),
      entry('2026-12-28', '09:00', 'conflict'),
      entry('2026-12-28', '10:00', 'exists'),
      entry('2026-12-14', '10:00', 'past'),
      entry('2027-03-28', '02:00', 'clockChange'),
      entry('2026-12-29', '10:00', 'absent'),
    ];
    expect(formatSummary(entries)).toBe(
      '2 Termine, 2 Feiertage übersprungen, 1 wegen Abwesenheit übersprungen, 1 schon vorhanden, 1 Konflikt, ' +
        '1 schon vorbei, 1 wegen der Zeitumstellung nicht möglich',
    );
    expect(formatSummary([])).toBe('0 Termine');
  });

  test('lists the times of a day in one line if they share a reason', () => {
    const lines = linesOf([
      entry('2026-12-21', '09:00', 'new', 'Neuer Termin'),
      entry('2026-12-21', '10:00', 'conflict', 'Überschneidung'),
      entry('2026-12-21', '11:00', 'new', 'Neuer Termin'),
      entry('2026-12-22', '09:00', 'new', 'Neuer Termin'),
    ]);
    expect(lines.map((line) => `${line.date} ${line.state}: ${formatTimes(line)}`)).toEqual([
      '2026-12-21 new: 09:00 bis 09:45, 11:00 bis 11:45 Uhr',
      '2026-12-21 conflict: 10:00 bis 10:45 Uhr',
      '2026-12-22 new: 09:00 bis 09:45 Uhr',
    ]);
  });

  test('marks the planned days in a calendar of whole months, with weeks that begin on Monday', () => {
    const months = monthsOf(
      [
        entry('2026-11-30', '09:00', 'new'),
        entry('2026-12-01', '09:00', 'new'),
        entry('2026-12-01', '10:00', 'conflict'),
        entry('2026-12-25', '09:00', 'holiday'),
        entry('2026-12-28', '09:00', 'exists'),
      ],
      '2026-11-23',
      '2027-01-01',
    );
    expect(months.map(({ month, leadingCells, days }) => [month, leadingCells, days.length])).toEqual([
      ['2026-11', 6, 30] as const,
      ['2026-12', 1, 31] as const,
      ['2027-01', 4, 31] as const,
    ]);
    const markedDays = months.flatMap(({ days }) => days).filter(({ mark }) => mark !== null);
    expect(markedDays).toEqual([
      { date: '2026-11-30', mark: 'new' },
      { date: '2026-12-01', mark: 'some' },
      { date: '2026-12-25', mark: 'holiday' },
      { date: '2026-12-28', mark: 'skipped' },
    ]);
  });
});
