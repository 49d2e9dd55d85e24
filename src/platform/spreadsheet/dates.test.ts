import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderRows, createWorkbook, type StoredCell } from '../../../tests/support/workbook.ts';
import { openSpreadsheets, type Spreadsheets } from './spreadsheets.ts';

let spreadsheets: Spreadsheets;
beforeAll(() => {
  spreadsheets = openSpreadsheets(() => {});
});
afterAll(() => spreadsheets.close());

/** Reads a sheet of one row and returns its cells as text. */
async function readRow(cells: readonly StoredCell[], properties = '') {
  return (await spreadsheets.read(await createWorkbook(renderRows([cells]), { properties }), 10))[0];
}

/** 4 January 2027 as Excel stores it: days since the end of 1899. */
const fourthOfJanuary = 46_391;
/** The number of days from the end of 1899 to the start of 1904. */
const daysUntil1904 = 1462;

describe('a date or a time in a spreadsheet [7.3]', () => {
  test('is counted from the end of 1899', async () => {
    expect(await readRow([{ date: fourthOfJanuary }, { time: 0.375 }, { time: 0 }, { time: 23.75 / 24 }])).toEqual([
      '2027-01-04',
      '09:00',
      '00:00',
      '23:45',
    ]);
  });

  // Excel for the Mac writes 1, LibreOffice writes true.
  test.each(['1', 'true'])('is counted from 1904 if date1904 is %s in the file', async (value) => {
    const cells = [
      { date: fourthOfJanuary - daysUntil1904 },
      { time: 0.375 },
      { time: 0 },
      { time: 23.75 / 24 },
      { time: 10 / 24 + 5e-10 },
    ];
    expect(await readRow(cells, `backupFile="false" date1904="${value}"`)).toEqual([
      '2027-01-04',
      '09:00',
      '00:00',
      '23:45',
      '10:00',
    ]);
  });

  test.each(['0', 'false'])('is not counted from 1904 if date1904 is %s in the file', async (value) => {
    expect(await readRow([{ date: fourthOfJanuary }, { time: 0.375 }], `date1904="${value}"`)).toEqual([
      '2027-01-04',
      '09:00',
    ]);
  });

  test('keeps its seconds, rounded to whole seconds', async () => {
    expect(await readRow([{ time: 0.375 + 30 / 86_400 }, { time: 0.375 - 1e-9 }, { time: 1 - 1e-9 }])).toEqual([
      '09:00:30',
      '09:00',
      '24:00',
    ]);
  });

  test('of 24:00 or later is not read as a time of the next morning', async () => {
    expect(await readRow([{ time: 1 }, { time: 1.0625 }])).toEqual(['24:00', '25:30']);
  });

  test.each([
    ['a number below 0', -5],
    ['a time below 0', -0.25],
    ['a year of five digits', 3_500_000],
    ['a telephone number', 2_215_550_100],
    ['a number beyond any date', 1e300],
  ])('that is actually %s is read as ##### as in Excel, and the other cells are read normally', async (_, value) => {
    for (const properties of ['', 'date1904="1"'])
      expect(await readRow(['vorher', { date: value }, { time: value }, 'nachher'], properties)).toEqual([
        'vorher',
        '#####',
        '#####',
        'nachher',
      ]);
  });
});
