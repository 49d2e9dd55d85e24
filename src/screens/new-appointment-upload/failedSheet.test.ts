import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { createFailedRowsSheet } from './failedSheet.ts';

test('the failed rows of a spreadsheet are saved as a spreadsheet of text cells, with the error in an additional column [7.4]', async () => {
  const message = 'Kein aktiver Coach mit dieser E-Mail-Adresse';
  const data = { coachEmail: '=1+1@test.example', type: 'Einzelcoaching', date: '2027-03-01', fromTime: '09:00' };
  const row = { data: { ...data, tillTime: '', id: 7, day: 'Montag' }, status: 'error' as const, message };
  const [sheet] = await readXlsx(Buffer.from(await (await createFailedRowsSheet([row], 1)).arrayBuffer()));
  expect(sheet?.data).toEqual([
    ['Coach-E-Mail', 'Typ', 'Datum', 'Von', 'Bis', 'Zeile', 'Fehler'],
    ['=1+1@test.example', 'Einzelcoaching', '01.03.2027', '09:00', null, '8', message],
  ]);
});
