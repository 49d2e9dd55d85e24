import { expect, test } from 'vitest';
import { columnWidths } from './printing.ts';

test('columns are as wide as their longest cell, and a long text continues in the next line', () => {
  const rows = [
    ['Ada Lovelace', { date: '2027-02-28' }, { time: '09:00' }, 12_345_678, null, 'x'.repeat(100)],
    ['Maximiliane Friederike', null, null, 1, null, ''],
  ];
  const columns = ['Teilnehmer:in', 'Ende', 'Von', 'Minuten', 'Ende der Qualifizierung', 'Text'];
  expect(columnWidths({ columns, rows })).toEqual([24, 12, 8, 10, 16, 50]);
});
