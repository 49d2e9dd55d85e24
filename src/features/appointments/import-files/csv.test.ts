import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readCalendar, rowProblems, type InvalidRow, type ValidRow } from './csv.adapter.ts';
import { createExampleCalendar } from '../rules.ts';

const testdata = (name: string) => readFileSync(new URL(`../testdata/${name}`, import.meta.url));
const bytes = (text: string) => new TextEncoder().encode(text);
const header = 'Coach-E-Mail;Typ;Datum;Von;Bis\r\n';
const validLine = 'coach@demo.example;Einzelcoaching;04.01.2027;9:00;9:45\r\n';

function rowsOf(file: Uint8Array | string): (ValidRow | InvalidRow)[] {
  const calendar = readCalendar(typeof file === 'string' ? bytes(file) : file);
  if (calendar.fault !== undefined) throw new Error(calendar.fault);
  return calendar.rows;
}
const faultOf = (file: Uint8Array | string) => readCalendar(typeof file === 'string' ? bytes(file) : file).fault;
const problemOf = (line: string) => rowsOf(header + line)[0]?.problems?.join();

describe('reading a calendar saved by the German version of Excel [7.3]', () => {
  const rows = rowsOf(testdata('termine-januar-2027.csv'));

  test('finds all 274 appointments', () => {
    expect(rows).toHaveLength(274);
    expect(rows.filter((row) => row.problems !== undefined)).toEqual([]);
  });

  test('normalises dates, times and weekdays', () => {
    expect(rows[0]).toEqual({
      rowNumber: 1,
      reported: {
        id: 1,
        date: '2027-01-04',
        day: 'Montag',
        fromTime: '09:00',
        tillTime: '09:45',
        coachEmail: 'coach@demo.example',
        type: 'Einzelcoaching',
      },
      date: '2027-01-04',
      day: 'Montag',
      from: '09:00',
      till: '09:45',
      type: 'Einzelcoaching',
      coachEmail: 'coach@demo.example',
    });
  });
});

test.each(['libreoffice.csv', 'libreoffice-utf16.csv'])('a calendar saved by LibreOffice is read: %s [7.3]', (name) => {
  expect(rowsOf(testdata(name))).toMatchObject([
    { rowNumber: 1, date: '2027-01-05', day: 'Dienstag', from: '09:00', till: '09:45', type: 'Einzelcoaching' },
    { rowNumber: 2, date: '2027-01-06', from: '14:00', till: '16:00', type: 'Speedcoaching' },
    { rowNumber: 3, date: '2027-01-07', from: '09:00', till: '09:45', coachEmail: 'björn@test.example' },
  ]);
});

test.each(['sep=;', 'SEP=,', '"sep=;"', 'sep=;;;;;'])('a first line %s does not count as a row', (line) => {
  expect(rowsOf(`\uFEFF${line}\r\n${header}${validLine}`)).toMatchObject([{ rowNumber: 1, date: '2027-01-04' }]);
});

test.each([
  ['', 1],
  ['sep=;\r\n', 1],
  ['\r\n;;\r\n', 3],
  ['sep=;\r\n\r\n', 2],
])('the header after %j is row %i, as Excel shows it [7.4]', (textBefore, headerRow) => {
  expect(readCalendar(Buffer.from(textBefore + header + validLine))).toMatchObject({
    headerRow,
    rows: [{ rowNumber: 1 }],
  });
});

test('each invalid row of a file is reported with its number and a message; a blank row is skipped', () => {
  const rows = rowsOf(testdata('termine-mit-fehlern.csv'));
  expect(rows.map((row) => row.rowNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15]);
  expect(rows.flatMap((row) => (row.problems === undefined ? [] : [[row.rowNumber, row.problems.join()]]))).toEqual([
    [5, rowProblems.tillNotAfterFrom],
    [6, rowProblems.noSuchDate],
    [9, rowProblems.unknownType],
    [11, rowProblems.unreadableTime],
    [14, rowProblems.tooFewColumns],
  ]);
  expect(rows.find((row) => row.rowNumber === 12)).toMatchObject({
    type: 'Einzelcoaching',
    coachEmail: 'coach@demo.example',
  });
  expect(rows.find((row) => row.rowNumber === 11)?.reported).toEqual({
    id: 11,
    date: '2027-02-03',
    day: 'Mittwoch',
    fromTime: '9 Uhr',
    tillTime: '09:45',
    coachEmail: 'coach@demo.example',
    type: 'Einzelcoaching',
  });
});

describe('reading a file fails with one message [7.3]', () => {
  const notCsv = 'Die Datei ist keine CSV-Datei. Bitte speichere die Tabelle als CSV und versuche es erneut.';

  test.each([
    ['an empty file', '', 'Die Datei ist leer.'],
    ['a file with only a BOM', '\uFEFF', 'Die Datei ist leer.'],
    ['a file with only blank lines', ' \r\n\r\n', 'Die Datei ist leer.'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ', notCsv],
    ['a spreadsheet', 'PK\u0003\u0004\u0014\0', notCsv],
    ['a file without Datum', 'Coach-E-Mail;Typ;Von;Bis\r\n', "In der Datei fehlt die Spalte 'Datum'."],
    [
      'a file without Von and Bis',
      'Bis zum;Datum;Typ;Coach-E-Mail\r\n',
      "In der Datei fehlen die Spalten 'Von' und 'Bis'.",
    ],
    ['a file with a duplicate column', `Datum;${header}`, "In der Datei steht die Spalte 'Datum' mehrfach."],
    [
      'a file with an unclosed quotation mark',
      `${header}"coach`,
      'Die Datei kann nicht gelesen werden: Ein Anführungszeichen wird nicht geschlossen.',
    ],
    ['a file with 20,001 rows', header + validLine.repeat(20_001), 'Die Datei hat mehr als 20.000 Zeilen.'],
    ['a file of more than 5 MB', `${header}${' '.repeat(5_000_000)}`, 'Die Datei ist größer als 5 MB.'],
  ])('if it is %s', (_, file, sentence) => {
    expect(faultOf(file)).toBe(sentence);
  });

  test('if it is an HTML page, because that lacks every column', () => {
    expect(faultOf('<!doctype html>\n<p>Termine</p>')).toBe(
      "In der Datei fehlen die Spalten 'Coach-E-Mail', 'Typ', 'Datum', 'Von' und 'Bis'.",
    );
  });
});

test('a calendar with 20,000 rows is read, and blank rows between them do not count', () => {
  expect(rowsOf(header + `${validLine}\r\n`.repeat(20_000)).at(-1)).toMatchObject({
    rowNumber: 39_999,
    date: '2027-01-04',
  });
});

test('a file with only a header is a calendar without appointments', () => {
  expect(rowsOf(header)).toEqual([]);
});

test.each([
  ['coach@demo.example;Einzelcoaching;04.01.2027;9:00', rowProblems.tooFewColumns],
  [';Einzelcoaching;04.01.2027;9:00;10:00', rowProblems.coachMissing],
  ['a@b.de;Gruppencoaching;04.01.2027;9:00;10:00', rowProblems.unknownType],
  ['a@b.de;Einzelcoaching;morgen;9:00;10:00', rowProblems.unreadableDate],
  ['a@b.de;Einzelcoaching;;9:00;10:00', rowProblems.unreadableDate],
  ['a@b.de;Einzelcoaching;04/01/2027;9:00;10:00', rowProblems.unreadableDate],
  ['a@b.de;Einzelcoaching;4.1.027;9:00;10:00', rowProblems.unreadableDate],
  ['a@b.de;Einzelcoaching;29.02.27;9:00;10:00', rowProblems.noSuchDate],
  ['a@b.de;Einzelcoaching;30.02.2027;9:00;10:00', rowProblems.noSuchDate],
  ['a@b.de;Einzelcoaching;29.02.2027;9:00;10:00', rowProblems.noSuchDate],
  ['a@b.de;Einzelcoaching;2027-13-01;9:00;10:00', rowProblems.noSuchDate],
  ['a@b.de;Einzelcoaching;0000-01-01;9:00;10:00', rowProblems.noSuchDate],
  ['a@b.de;Einzelcoaching;04.01.2027;9 Uhr;10:00', rowProblems.unreadableTime],
  ['a@b.de;Einzelcoaching;04.01.2027;9:00;24:00', rowProblems.unreadableTime],
  ['a@b.de;Einzelcoaching;04.01.2027;9:5;10:00', rowProblems.unreadableTime],
  ['a@b.de;Einzelcoaching;04.01.2027;9:00;10:00:0', rowProblems.unreadableTime],
  ['a@b.de;Einzelcoaching;04.01.2027;9:00:30;10:00', rowProblems.secondsInTime],
  ['a@b.de;Einzelcoaching;04.01.2027;9:00;10:00:59', rowProblems.secondsInTime],
  ['a@b.de;Einzelcoaching;4.1.27;9:00:00;10:00:00', undefined],
  ['a@b.de;Einzelcoaching;04.01.2027;10:00;9:59', rowProblems.tillNotAfterFrom],
  ['a@b.de;Einzelcoaching;04.01.2027;10:00;10:00', rowProblems.tillNotAfterFrom],
  ['a@b.de;Einzelcoaching;29.2.2028;9:00;10:00', undefined],
])('the row %s is read with the problem: %s', (line, problem) => {
  expect(problemOf(line)).toBe(problem);
});

test('the report contains at most 100 characters of an unreadable cell', () => {
  expect(rowsOf(`${header}a@b.de;Einzelcoaching;${'x'.repeat(5000)};9:00;10:00`)[0]?.reported.date).toHaveLength(100);
});

test('characters specific to Windows-1252 and decomposed umlauts are read correctly', () => {
  const win1252File = iconv.encode(`${header}a@b.de;Einzelcoaching;5 € – früh;9:00;10:00`, 'win1252');
  expect(rowsOf(win1252File)[0]?.reported.date).toBe('5 € – früh');
  const decomposedFile = `${header}jo\u0308rg@b.de;Einzelcoaching;04.01.2027;9:00;10:00`;
  expect(rowsOf(decomposedFile)[0]).toMatchObject({ coachEmail: 'j\u00F6rg@b.de' });
});

test('an extra column may contain other separators, quotes and line breaks', () => {
  const file =
    '"Notiz, kurz",Bemerkung,Coach-E-Mail,Typ,Datum,Von,Bis\n' +
    '"a;b;""c""\nd",5" Bild,a@b.de,Einzelcoaching,2027-01-04,9:00,10:00\n';
  expect(rowsOf(file)).toMatchObject([{ rowNumber: 1, coachEmail: 'a@b.de', date: '2027-01-04' }]);
});

test('the example file can be read, begins with the BOM and header that Excel needs, and has days of the given year', () => {
  const example = createExampleCalendar(2028);
  expect(example.startsWith('\uFEFFCoach-E-Mail;Typ;Datum;Von;Bis\r\n')).toBe(true);
  const rows = rowsOf(example);
  expect(rows).toHaveLength(3);
  expect(rows.every((row) => row.problems === undefined && row.date.startsWith('2028-'))).toBe(true);
});

const twoDigits = (n: number) => String(n).padStart(2, '0');
const anyAppointment = fc.record({
  date: fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
  start: fc.integer({ min: 0, max: 24 * 60 - 2 }),
  length: fc.integer({ min: 1, max: 300 }),
  type: fc.constantFrom('Einzelcoaching' as const, 'Speedcoaching' as const),
  coach: fc.constantFrom('a@b.de', 'jörg.weiß@köln.example', 'Coach+1@Demo.Example'),
  note: fc.constantFrom('', 'Büro Köln – 5 €', '"Raum 1"; hinten', 'a,b\tc', 'Zeile 1\nZeile 2'),
});

test('files are read with any column order, separator, line end, encoding, and format of dates and times', () => {
  const anyColumnOrder = fc.shuffledSubarray(['Coach-E-Mail', 'Typ', 'Datum', 'Von', 'Bis', 'Notiz'] as const, {
    minLength: 6,
  });
  fc.assert(
    fc.property(
      fc.array(anyAppointment, { maxLength: 20 }),
      anyColumnOrder,
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('utf-8', 'utf-8 with BOM', 'win1252', 'utf-16le', 'utf-16be', 'utf-16le with BOM'),
      fc.boolean(),
      (appointments, columnOrder, separator, lineEnd, encoding, isGermanFormat) => {
        const expected = appointments.map(({ date, start, length, type, coach }) => {
          const till = Math.min(start + length, 24 * 60 - 1);
          const toTime = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
          const day = date.toISOString().slice(0, 10);
          return { date: day, from: toTime(start), till: toTime(till), type, coachEmail: coach.toLowerCase() };
        });
        const lines = appointments.map(({ coach, type, note }, index) => {
          const { date = '', from = '', till = '' } = expected[index] ?? {};
          const [year, month, day] = date.split('-').map(Number);
          const cells = {
            'Coach-E-Mail': ` ${coach} `,
            Typ: isGermanFormat ? type.toUpperCase() : type,
            Datum: isGermanFormat ? `${day}.${month}.${year}` : date,
            Von: isGermanFormat ? from.replace(/^0/, '') : from,
            Bis: till,
            Notiz: `"${note.replaceAll('"', '""')}"`,
          };
          return columnOrder.map((column) => cells[column]).join(separator);
        });
        const text = [columnOrder.map((column) => ` ${column.toUpperCase()} `).join(separator), ...lines].join(lineEnd);
        const [encodingName = '', bom] = encoding.split(' with ');
        const file = iconv.encode((bom ? '\uFEFF' : '') + text, encodingName);
        expect(rowsOf(file)).toEqual(expected.map((row) => expect.objectContaining(row) as unknown));
      },
    ),
  );
});

test('the reader never throws, whatever bytes it gets', () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 500 }),
    fc.string({ unit: 'binary', maxLength: 300 }).map((text) => bytes(header + text)),
    fc
      .array(fc.constantFrom(';', ',', '\t', '"', '\r', '\n', '\uFEFF', 'Datum', '1.1.2027', ' '), { maxLength: 60 })
      .map((characters) => bytes(header + characters.join(''))),
  );
  fc.assert(
    fc.property(anyBytes, (file) => {
      const calendar = readCalendar(file);
      expect(calendar.fault === undefined ? calendar.rows : calendar.fault).toBeDefined();
    }),
    { numRuns: 2000 },
  );
});
