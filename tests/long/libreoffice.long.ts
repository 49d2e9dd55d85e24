import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportAppointments } from '../../src/features/appointments/contract.ts';
import { importAppointments } from '../../src/features/appointments/import-files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { dateOf } from '../../src/shared/berlin.ts';
import { inDays, openWorld, type World } from '../support/world.ts';
import { recordFigure, scaledCount } from './figure.ts';

const runFile = promisify(execFile);
let world: World;
let adminSession: string;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
  folder = await mkdtemp(join(tmpdir(), 'portal-libreoffice-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** The filters with which LibreOffice saves a file, by format. 59 is the semicolon, 34 the double quote, 76 UTF-8. */
const outputFilters = {
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  csv: 'csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true',
};
/**
 * The filter with which a German LibreOffice reads CSV in UTF-8 with semicolons. LibreOffice then guesses the type of
 * each column. 1031 is the German language.
 */
const csvInputFilter = '--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1031';

/** Opens a file in a German LibreOffice and saves it in the format `to`; returns the saved file. */
async function resave(bytes: Uint8Array, from: 'xlsx' | 'csv', to: 'xlsx' | 'csv'): Promise<Buffer> {
  const [sourceFile, outputFolder] = [join(folder, `in.${from}`), join(folder, `out-${to}`)];
  await writeFile(sourceFile, bytes);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const options = [
    '--headless',
    profile,
    ...(from === 'csv' ? [csvInputFilter] : []),
    '--convert-to',
    outputFilters[to],
  ];
  const env = { ...process.env, LC_ALL: 'de_DE.UTF-8' };
  await runFile('soffice', [...options, '--outdir', outputFolder, sourceFile], { timeout: 180_000, env });
  return readFile(join(outputFolder, `in.${to}`));
}

/** Texts that spreadsheet programs tend to convert. */
const texts = [
  'Jörg Größe',
  '0049',
  '02215550100',
  '12345678901234567890',
  '=1+1',
  '+49 1',
  'Zeile 1\nZeile 2',
  '1.5',
  'a;b"c',
];

test('the portal reads a spreadsheet without any difference after LibreOffice has saved it again', async () => {
  const slotCount = scaledCount(500);
  const coach = await world.addCoach({ firstName: '=1+1', lastName: 'Größe', email: '+ada@test.example' });
  const participant = await world.addParticipant({ firstName: 'Jörg', lastName: '007' });
  await world.db.updateTable('person').set({ phone: '02215550100' }).where('id', '=', participant).execute();
  await world.db
    .updateTable('participant')
    .set({ qualification: 'A\nB' })
    .where('person_id', '=', participant)
    .execute();
  for (let index = 0; index < slotCount; index += 1)
    await world.addAppointment(
      coach,
      inDays(1 + Math.floor(index / 10), `${String(8 + (index % 10)).padStart(2, '0')}:00`),
      {
        ...(index % 3 === 0 ? { participant } : {}),
      },
    );
  const exportAs = async (format: 'xlsx' | 'csv') => {
    const dateInDays = (days: number) => dateOf(inDays(days, '12:00'));
    const status = { booked: true, free: true, missed: true };
    const input = {
      fromDate: dateInDays(0),
      tillDate: dateInDays(300),
      status,
      coachId: coach,
      format,
      sessionId: adminSession,
    };
    const response = await fetch(world.address + servicePath(exportAppointments), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    return Buffer.from(await response.arrayBuffer());
  };
  const differences: string[] = [];
  for (const from of ['xlsx', 'csv'] as const)
    for (const to of ['xlsx', 'csv'] as const) {
      const bytes = await resave(await exportAs(from), from, to);
      const { body } = await world.send(importAppointments, [
        { field: `file_${adminSession}`, name: `termine.${to}`, bytes },
      ]);
      const recognizedCount = body.errors?.filter(({ message }) => message === 'Termin existiert bereits').length ?? 0;
      if (recognizedCount !== slotCount || body.success?.length !== 0)
        differences.push(`${from} → ${to}: ${recognizedCount} of ${slotCount}`);
    }

  const rows = texts.map((text, n) => [text, { date: '2027-01-05' }, { time: '09:05' }, n]);
  const originalFile = await world.app.spreadsheets.write({
    heading: 'Texte',
    sheets: [{ name: 'Texte', columns: ['Text', 'Tag', 'Zeit', 'Zahl'], rows }],
  });
  const expectedRows = [
    ['Text', 'Tag', 'Zeit', 'Zahl'],
    ...texts.map((text, n) => [text, '2027-01-05', '09:05', String(n)]),
  ];
  const actualRows = await world.app.spreadsheets.read(await resave(originalFile, 'xlsx', 'xlsx'), 100);
  if (JSON.stringify(actualRows) !== JSON.stringify(expectedRows))
    differences.push(`texts in xlsx: ${JSON.stringify(actualRows)}`);
  const csvRows = parse(await resave(originalFile, 'xlsx', 'csv'), { delimiter: ';', bom: true });
  const csvTexts = csvRows.slice(1).map(([text]) => text);
  if (JSON.stringify(csvTexts) !== JSON.stringify(texts)) differences.push(`texts in csv: ${JSON.stringify(csvTexts)}`);

  recordFigure({
    subject: 'Spreadsheets through LibreOffice and back',
    result: `${slotCount} appointments four ways, ${texts.length} texts two ways: ${differences.length} differences`,
    goal: '0 differences',
    isMet: differences.length === 0,
  });
  expect(differences).toEqual([]);
});
