import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { addDays, dateOf } from '../../shared/berlin.ts';
import { servicePath } from '../../platform/http/calls/calls.ts';
import { renderRows, createWorkbook, type StoredCell } from '../../../tests/support/workbook.ts';
import { inDays, openWorld, type World } from '../../../tests/support/world.ts';
import { exportAppointments } from './contract.ts';
import { importAppointments, type ImportedRow } from './import-files/contract.ts';

let world: World;
let adminSession: string;
beforeAll(async () => {
  world = await openWorld();
  adminSession = await world.signIn(await world.addAdmin());
});
afterAll(() => world.close());

const dateInDays = (days: number) => dateOf(inDays(days, '12:00'));
const allFilters = { status: { booked: true, free: true, missed: true }, coachId: null };

/** Requests an export and returns the response; the bytes are the file, or the JSON of a refusal. */
async function runExport(input: Record<string, unknown>) {
  const response = await fetch(world.address + servicePath(exportAppointments), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...allFilters,
      fromDate: dateInDays(-30),
      tillDate: dateInDays(60),
      ...input,
      sessionId: adminSession,
    }),
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const sendImport = (name: string, bytes: Uint8Array, isDryRun = false) =>
  world.send(importAppointments, [
    { field: `file_${adminSession}`, name, bytes },
    ...(isDryRun ? [{ field: 'dryRun', text: '1' }] : []),
  ]);
const messagesOf = (rows: ImportedRow[] | undefined) => rows?.map(({ data, message }) => `${data.id} ${message}`);

describe('an export [7.8]', () => {
  let coach: number;
  beforeAll(async () => {
    coach = await world.addCoach({ firstName: 'Ada', lastName: '=1+1', email: '+ada@test.example' });
    const participant = await world.addParticipant({ firstName: 'Jörg', lastName: 'Größe' });
    await world.db.updateTable('person').set({ phone: '02215550100' }).where('id', '=', participant).execute();
    await world.addAppointment(coach, inDays(-3, '09:00'), { participant });
    await world.addAppointment(coach, inDays(-2, '09:00'), { participant, status: 'V' });
    await world.addAppointment(coach, inDays(5, '09:00'), { participant });
    await world.addAppointment(coach, inDays(5, '10:00'));
    await world.addAppointment(coach, inDays(6, '10:00'), { isSpeedcoaching: true });
    await world.db.updateTable('coach').set({ active: false }).where('person_id', '=', coach).execute();
  });

  test.each(['csv', 'xlsx'])('as %s can be imported again, and each row is reported as existing', async (format) => {
    const { status, headers, bytes } = await runExport({ format, coachId: coach });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain(
      `Termine%20${dateInDays(-30)}%20bis%20${dateInDays(60)}.${format}`,
    );
    const { body } = await sendImport(`termine.${format}`, bytes);
    expect(messagesOf(body.errors)).toEqual([1, 2, 3, 4, 5].map((row) => `${row} Termin existiert bereits`));
    expect(body.success).toEqual([]);
  });

  test.each(['csv', 'xlsx'])('as %s has only the chosen columns with participants’ data', async (format) => {
    const { bytes } = await runExport({ format, coachId: coach, columns: ['qualification', 'email'] });
    const [titles] =
      format === 'xlsx'
        ? await world.app.spreadsheets.read(bytes, 100)
        : [bytes.toString('utf8').split('\r\n')[0]?.split(';')];
    expect(titles?.slice(-4)).toEqual(['Coach', 'Teilnehmer:in', 'E-Mail', 'Qualifizierung']);
  });

  test('as xlsx has unchanged texts, and real dates and times', async () => {
    const { bytes } = await runExport({ format: 'xlsx', coachId: coach });
    const rows = await world.app.spreadsheets.read(bytes, 100);
    expect(rows[0]).toEqual([
      'Coach-E-Mail',
      'Typ',
      'Datum',
      'Von',
      'Bis',
      'Wochentag',
      'Status',
      'Coach',
      'Teilnehmer:in',
      'Telefon',
      'E-Mail',
      'Standort',
      'Qualifizierung',
    ]);
    expect(rows[3]?.slice(0, 10)).toEqual([
      '+ada@test.example',
      'Einzelcoaching',
      dateInDays(5),
      '09:00',
      '09:45',
      expect.any(String),
      'Gebucht',
      'Ada =1+1',
      'Jörg Größe',
      '02215550100',
    ]);
  });

  test('has the appointments that match the filters, in the chosen order', async () => {
    const freeOnly = { booked: false, free: true, missed: false };
    const { bytes } = await runExport({ format: 'csv', coachId: coach, status: freeOnly, sort: 'latestStart' });
    const lines = bytes.toString('utf8').trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(';')[1])).toEqual(['Speedcoaching', 'Einzelcoaching']);
  });

  test('is refused for a range in the wrong order', async () => {
    const { bytes } = await runExport({ format: 'csv', fromDate: dateInDays(2), tillDate: dateInDays(1) });
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ meta: { status: 'error' } });
  });
});

/** The cells of a row from 9:00 to 9:45; a spreadsheet stores a time as a fraction of a day. */
const [startCell, endCell] = [{ time: 9 / 24 }, { time: 9.75 / 24 }];
/** A number that is no date, even if its cell is formatted as one. */
const phoneNumber = 2_215_550_100;

describe('a spreadsheet [7.3]', () => {
  test('saved by LibreOffice is imported from its first sheet, with date and time cells or texts', async () => {
    await world.addCoach({ email: 'coach.a@test.example' });
    world.clock.shiftMs = Date.parse('2026-11-02T08:00:00Z') - Date.now();
    try {
      const file = readFileSync(new URL('testdata/libreoffice.xlsx', import.meta.url));
      const { body } = await sendImport('kalender.xlsx', file);
      expect(body.success?.map(({ data }) => `${data.date} ${data.fromTime} ${data.tillTime} ${data.type}`)).toEqual([
        '2027-01-04 09:00 09:45 Einzelcoaching',
        '2027-01-05 14:00 16:00 Speedcoaching',
      ]);
      expect(messagesOf(body.errors)).toEqual(['4 Dieses Datum gibt es nicht']);
    } finally {
      world.clock.shiftMs = 0;
    }
  });

  test('that counts its days from 1904, as Excel for Mac may do, is imported with its dates and times', async () => {
    const email = 'coach.mac@test.example';
    await world.addCoach({ email });
    const { createSheet, date } = prepareCalendar(email, 1904);
    const { body } = await sendImport(
      'kalender.xlsx',
      await createWorkbook(createSheet([]), { properties: 'date1904="1"' }),
    );
    expect(body.success?.map(({ data }) => `${data.date} ${data.fromTime} ${data.tillTime}`)).toEqual([
      `${date} 09:00 09:45`,
    ]);
    expect(body.errors).toEqual([]);
  });

  test('with blank rows around its header is reported with the number of the header’s row [7.4]', async () => {
    const email = 'coach.blank@test.example';
    await world.addCoach({ email });
    const { header, validRow } = prepareCalendar(email, 1900);
    const rows = [[], [], header, [], validRow, ['nobody@test.example', ...validRow.slice(1)]];
    // Excel does not store blank rows.
    const sheet = renderRows(rows).replaceAll(/<row r="\d+"><\/row>/g, '');
    const { body } = await sendImport('kalender.xlsx', await createWorkbook(sheet));
    // The failed row is row 6 of the sheet.
    expect(body).toMatchObject({ headerRow: 3, success: [{}], errors: [{ data: { id: 3 } }] });
  });

  test.each([true, false])(
    'with absurd numbers is imported except for the rows with these numbers (dry run: %s)',
    async (isDryRun) => {
      const email = `coach.absurd.${isDryRun}@test.example`;
      await world.addCoach({ email });
      const { createSheet, date, dateCell } = prepareCalendar(email, 1900);
      const rows: StoredCell[][] = [
        [email, 'Einzelcoaching', { date: phoneNumber }, startCell, endCell],
        [email, 'Einzelcoaching', { date: 3_500_000 }, startCell, endCell],
        [email, 'Einzelcoaching', { date: -5 }, startCell, endCell],
        [email, 'Einzelcoaching', dateCell, { time: -5 }, endCell],
        [email, 'Einzelcoaching', dateCell, { time: 1e300 }, endCell],
        [email, 'Einzelcoaching', dateCell, { time: 22.5 / 24 }, { time: 1 }],
      ];
      const { body } = await sendImport('kalender.xlsx', await createWorkbook(createSheet(rows)), isDryRun);
      expect(body.success?.map(({ data }) => `${data.date} ${data.fromTime} ${data.tillTime}`)).toEqual([
        `${date} 09:00 09:45`,
      ]);
      const noDate = 'Datum nicht lesbar (erwartet: TT.MM.JJJJ oder JJJJ-MM-TT)';
      const noTime = 'Uhrzeit nicht lesbar (erwartet: HH:MM)';
      expect(
        body.errors?.map(
          ({ data, message }) => `${data.id}: ${data.date} ${data.fromTime} ${data.tillTime} ${message}`,
        ),
      ).toEqual([
        ...[2, 3, 4].map((row) => `${row}: ##### 09:00 09:45 ${noDate}`),
        ...[5, 6].map((row) => `${row}: ${date} ##### 09:45 ${noTime}`),
        `7: ${date} 22:30 24:00 ${noTime}`,
      ]);
    },
  );

  test.each([
    ['an invalid zip', Buffer.from('PK\u0003\u0004 nothing else'), /keine Excel-Tabelle/],
    [
      'a Word document',
      readFileSync(new URL('../files/testdata/documents/tables.docx', import.meta.url)),
      /keine Excel/,
    ],
    ['too large when unpacked', zipOfZeros(60_000_000), /zu groß/],
  ])('that is %s is refused with a message', async (_, bytes, sentence) => {
    const { body } = await sendImport('kalender.xlsx', await bytes);
    expect(body.meta).toMatchObject({ status: 'error', code: 'unreadable' });
    expect(body.meta.message).toMatch(sentence);
  });
});

test('a spreadsheet with 20,000 rows can be written and read again [7.8]', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => [`Zeile ${n}`, { date: addDays('2027-01-01', n % 300) }]);
  const bytes = await world.app.spreadsheets.write({
    heading: 'Termine',
    sheets: [{ name: 'Termine', columns: ['Zeile', 'Datum'], rows }],
  });
  expect(await world.app.spreadsheets.read(bytes, 20_000)).toHaveLength(20_001);
});

/**
 * Prepares a calendar with days that are counted from 1900 or 1904. `date` is an upcoming day (yyyy-mm-dd) and
 * `dateCell` its cell. `createSheet` returns a sheet with a valid row of that day from 9:00 to 9:45, then the given
 * rows. It adds a column to each row with a phone number that is formatted as a date.
 */
function prepareCalendar(email: string, firstYear: 1900 | 1904) {
  const date = dateOf(inDays(30, '12:00'));
  const dateCell = {
    date: (Date.parse(date) - Date.parse(firstYear === 1900 ? '1899-12-30' : '1904-01-01')) / 86_400_000,
  };
  const header = ['Coach-E-Mail', 'Typ', 'Datum', 'Von', 'Bis', 'Telefon'];
  const validRow = [email, 'Einzelcoaching', dateCell, startCell, endCell];
  const createSheet = (rows: readonly StoredCell[][]) =>
    renderRows([header, ...[validRow, ...rows].map((row) => [...row, { date: phoneNumber }])]);
  return { date, dateCell, header, validRow, createSheet };
}

/** Returns a zip archive with one file of this many zero bytes. */
async function zipOfZeros(bytes: number): Promise<Buffer> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.alloc(bytes), 'xl/workbook.xml');
  zip.end();
  return buffer(zip.outputStream);
}
