import { expect, test } from 'vitest';
import { fileTooLargeMessage, formatFailedRowsAsCsv, readDateCell, toFailedRowsTable } from './table-file.ts';

test.each([
  ['04.01.2027', '2027-01-04'],
  ['4.1.2027', '2027-01-04'],
  ['4.1.27', '2027-01-04'],
  ['2027-01-04', '2027-01-04'],
  ['29.02.2028', '2028-02-29'],
])('the date %j of a file is read as %s [3.17] [7.3]', (cell, date) => {
  expect(readDateCell(cell)).toEqual({ date });
});

test.each([
  ['', 'unreadable'],
  ['morgen', 'unreadable'],
  ['04.01.', 'unreadable'],
  ['1/4/2027', 'unreadable'],
  ['004.01.2027', 'unreadable'],
  ['04.01.027', 'unreadable'],
  ['x04.01.2027', 'unreadable'],
  ['04.01.2027 9:00', 'unreadable'],
  ['x2027-01-04', 'unreadable'],
  ['2027-01-04 09:00', 'unreadable'],
  ['2027-1-4', 'unreadable'],
  ['29.02.2027', 'noSuchDate'],
  ['2027-13-01', 'noSuchDate'],
])('the date %j of a file is refused as %s [3.17] [7.3]', (cell, problem) => {
  expect(readDateCell(cell)).toEqual({ problem });
});

test('the message for a file that is too large names the limit', () => {
  expect(fileTooLargeMessage(5_000_000)).toBe('Die Datei ist größer als 5 MB.');
});

test('failed rows have the columns of their file, the number that Excel shows and the reason [3.17] [7.4]', () => {
  expect(toFailedRowsTable(['Typ', 'Von'], [{ cells: ['x', '10:00'], row: 20, message: 'Unbekannter Typ' }])).toEqual([
    ['Typ', 'Von', 'Zeile', 'Fehler'],
    ['x', '10:00', '20', 'Unbekannter Typ'],
  ]);
});

test('failed rows are saved with an apostrophe before what looks like a formula in the file, but not before the reason [3.17] [7.7]', () => {
  const row = { cells: ['=1+1', '-1'], row: 18, message: "'-1' ist keine Uhrzeit" };
  expect(formatFailedRowsAsCsv(['Typ', 'Von'], [row]).split('\r\n')).toEqual([
    '\uFEFFTyp;Von;Zeile;Fehler',
    "'=1+1;'-1;18;'-1' ist keine Uhrzeit",
    '',
  ]);
});
