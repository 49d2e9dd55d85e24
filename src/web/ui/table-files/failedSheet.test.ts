import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { createFailedRowsSheet } from './failedSheet.ts';

test('the failed rows of a spreadsheet are saved as a spreadsheet of text cells, with the error in an additional column [3.17] [7.4]', async () => {
  const message = 'Kein aktiver Coach mit dieser E-Mail-Adresse';
  const row = { cells: ['=1+1@test.example', '01.03.2027', ''], row: 8, message };
  const sheetBytes = await (await createFailedRowsSheet(['Coach-E-Mail', 'Datum', 'Bis'], [row])).arrayBuffer();
  const [sheet] = await readXlsx(Buffer.from(sheetBytes));
  expect(sheet?.data).toEqual([
    ['Coach-E-Mail', 'Datum', 'Bis', 'Zeile', 'Fehler'],
    ['=1+1@test.example', '01.03.2027', null, '8', message],
  ]);
});
