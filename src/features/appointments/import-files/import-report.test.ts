import { afterAll, beforeAll, expect, test } from 'vitest';
import { servicePath } from '../../../platform/http/calls/calls.ts';
import { openWorld, type World } from '../../../../tests/support/world.ts';
import { importAppointments, type ImportedRow } from './contract.ts';
import { formatFailedRowsAsCsv } from '../../../shared/table-file.ts';
import { calendarColumns, toFailedRow } from '../rules.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  // The rows are in 2027, which is in the future by this clock.
  world.clock.shiftMs = Date.parse('2026-11-02T08:00:00Z') - Date.now();
  adminSession = await world.signIn(await world.addAdmin());
  await world.addCoach({ email: 'bericht@test.example' });
});
afterAll(() => world.close());

const calendar = [
  'Coach-E-Mail;Typ;Datum;Von;Bis',
  'bericht@test.example;Einzelcoaching;01.03.2027;09:00;09:45',
  'bericht@test.example;Einzelcoaching;1.3.2027;9:30;10:15',
  'Niemand@test.example;Speedcoaching;2027-03-01;11:00;12:00',
  'bericht@test.example;=Gruppe;01.03.2027;13:00;14:00',
  'bericht@test.example;Einzelcoaching;bald;"15 ""Uhr""";16:00',
].join('\r\n');

/** Sends the parts of an import in order: a string as a text part, `null` as the file with the content `text`. */
async function send(parts: Record<string, string | null>, text: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts))
    if (value === null) form.append(name, new Blob([text]), 'termine.csv');
    else form.append(name, value);
  const response = await fetch(world.address + servicePath(importAppointments), { method: 'POST', body: form });
  return (await response.json()) as { headerRow: number; success: ImportedRow[]; errors: ImportedRow[] };
}
const filePart = () => ({ [`file_${adminSession}`]: null });
const countAppointmentsAndImports = async () => ({
  appointments: (await world.db.selectFrom('appointment').select('id').execute()).length,
  imports: (await world.db.selectFrom('audit').select('id').where('action', '=', 'imported').execute()).length,
});

test('a dry run, requested before or after the file, reports the same as the import and stores nothing [7.4]', async () => {
  const dryRunFirst = await send({ [`dryRun_${adminSession}`]: '1', ...filePart() }, calendar);
  const dryRunLast = await send({ ...filePart(), dryRun: '1' }, calendar);
  expect(dryRunFirst).toEqual(dryRunLast);
  expect(dryRunLast.success).toMatchObject([
    { data: { id: 1, date: '2027-03-01' }, message: 'Kann importiert werden' },
  ]);
  expect(await countAppointmentsAndImports()).toEqual({ appointments: 0, imports: 0 });

  const importResponse = await send({ ...filePart(), dryRun: '0' }, calendar);
  expect(importResponse.errors).toEqual(dryRunLast.errors);
  expect(importResponse.success).toMatchObject([{ data: { date: '2027-03-01' }, message: 'Termin erstellt' }]);
  expect(await countAppointmentsAndImports()).toEqual({ appointments: 1, imports: 1 });
  // The valid row now exists, and a dry run reports that.
  expect((await send({ ...filePart(), dryRun: '1' }, calendar)).errors).toHaveLength(5);
});

test('an import of which no row is taken says so instead of reporting success [7.4]', async () => {
  await send(filePart(), calendar);
  const header = calendar.slice(0, calendar.indexOf('\r\n'));
  expect(await send(filePart(), calendar)).toMatchObject({
    message: 'Es wurde kein Termin importiert.',
    importId: null,
  });
  expect(await send(filePart(), header)).toMatchObject({ message: 'Es wurde kein Termin importiert.' });
  expect(await send({ ...filePart(), dryRun: '1' }, calendar)).toMatchObject({ message: 'Die Datei wurde geprüft' });
});

test('the file of failed rows has their content and the reasons, and can be imported once it is corrected', async () => {
  const { errors, headerRow } = await send({ ...filePart(), dryRun: '1' }, calendar);
  const failedFile = formatFailedRowsAsCsv(
    calendarColumns,
    errors.map((row) => toFailedRow(row, headerRow)),
  );
  expect(failedFile.split('\r\n')).toEqual([
    '\uFEFFCoach-E-Mail;Typ;Datum;Von;Bis;Zeile;Fehler',
    'bericht@test.example;Einzelcoaching;01.03.2027;09:00;09:45;2;Termin existiert bereits',
    'bericht@test.example;Einzelcoaching;01.03.2027;09:30;10:15;3;Der Termin überschneidet sich mit einem anderen Termin des Coaches',
    'Niemand@test.example;Speedcoaching;01.03.2027;11:00;12:00;4;Kein aktiver Coach mit dieser E-Mail-Adresse',
    'bericht@test.example;\'=Gruppe;01.03.2027;13:00;14:00;5;"Unbekannter Typ (erlaubt: Einzelcoaching, Speedcoaching)"',
    'bericht@test.example;Einzelcoaching;bald;"15 ""Uhr""";16:00;6;Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT). Uhrzeit nicht lesbar (erwartet: HH:MM).',
    '',
  ]);
  // Without corrections, each row fails for the same reason again.
  const uncorrectedResponse = await send(filePart(), failedFile);
  expect(uncorrectedResponse.errors.map(({ message }) => message)).toEqual(errors.map(({ message }) => message));

  const correctedFile = failedFile
    .replace('09:00;09:45;2', '08:00;08:45;2')
    .replace('09:30;10:15', '10:00;10:45')
    .replace('Niemand@', 'bericht@')
    .replace("'=Gruppe", 'Einzelcoaching')
    .replace('bald;"15 ""Uhr"""', '02.03.2027;15:00');
  const correctedResponse = await send(filePart(), correctedFile);
  expect(correctedResponse.errors).toEqual([]);
  expect(correctedResponse.success).toHaveLength(5);
});

test('a row is reported with all that is wrong with it, of the file and of the calendar; one that exists only as that [7.4]', async () => {
  const email = 'alles@test.example';
  const coach = await world.addCoach({ email });
  const header = 'Coach-E-Mail;Typ;Datum;Von;Bis';
  await send(filePart(), [header, `${email};Einzelcoaching;01.03.2027;09:00;09:45`].join('\r\n'));
  await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
  const rows = [
    ';Gruppe;31.02.2027;neun;09:45:30',
    'niemand@test.example;Gruppe;01.03.2027;10:00;09:45',
    'niemand@test.example;Einzelcoaching;28.03.2027;02:15;02:45',
    `${email};Gruppe;01.03.2027;09:15;10:00`,
    `${email};Einzelcoaching;01.03.2026;09:00;09:45`,
    `${email};Einzelcoaching;01.03.2027;09:00;09:45`,
    `${email};Gruppe;morgen;09:00;09:45`,
    `${email};Einzelcoaching`,
  ];
  const { errors } = await send({ ...filePart(), dryRun: '1' }, [header, ...rows].join('\r\n'));
  const unknownType = 'Unbekannter Typ (erlaubt: Einzelcoaching, Speedcoaching)';
  expect(errors.map(({ message }) => message)).toEqual([
    `Coach-E-Mail fehlt. ${unknownType}. Dieses Datum gibt es nicht. Uhrzeit nicht lesbar (erwartet: HH:MM). Die Uhrzeit darf keine Sekunden haben.`,
    `Kein aktiver Coach mit dieser E-Mail-Adresse. ${unknownType}. Das Ende muss nach dem Beginn liegen.`,
    'Kein aktiver Coach mit dieser E-Mail-Adresse. Diese Uhrzeit gibt es wegen der Zeitumstellung nicht oder doppelt.',
    `${unknownType}. Der Coach ist inaktiv. Der Termin überschneidet sich mit einem anderen Termin des Coaches.`,
    'Der Coach ist inaktiv. Der Termin liegt in der Vergangenheit.',
    'Termin existiert bereits',
    `${unknownType}. Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT). Der Coach ist inaktiv.`,
    'Die Zeile hat zu wenige Spalten',
  ]);
});
