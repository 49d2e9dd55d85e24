import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { toFailedRowsTable } from '../../../shared/table-file.ts';
import { createTextSheets, type TextSheet } from './textSheets.ts';

async function readBack(...sheets: TextSheet[]) {
  const bytes = await (await createTextSheets(sheets)).arrayBuffer();
  return (await readXlsx(Buffer.from(bytes))).map(({ sheet, data }) => ({ sheet, data }));
}

test('the failed rows of a spreadsheet are saved as a spreadsheet of text cells, with the error in an additional column [3.17] [7.4]', async () => {
  const message = 'Kein aktiver Coach mit dieser E-Mail-Adresse';
  const row = { cells: ['=1+1@test.example', '01.03.2027', ''], row: 8, message };
  const rows = toFailedRowsTable(['Coach-E-Mail', 'Datum', 'Bis'], [row]);
  expect(await readBack({ name: 'Fehler', rows })).toEqual([
    {
      sheet: 'Fehler',
      data: [
        ['Coach-E-Mail', 'Datum', 'Bis', 'Zeile', 'Fehler'],
        ['=1+1@test.example', '01.03.2027', null, '8', message],
      ],
    },
  ]);
});

test('a spreadsheet can have a second sheet, such as the names of the locations [3.17]', async () => {
  const sheets = [
    { name: 'Personen', rows: [['Telefonnummer'], ['0221 1234567']] },
    { name: 'Standorte', rows: [['Standort'], ['Köln'], ['Bad Neuenahr']] },
  ];
  expect(await readBack(...sheets)).toEqual(sheets.map(({ name, rows }) => ({ sheet: name, data: rows })));
});
