import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatPhoneCell, escapeFormula, unescapeFormula, writeCsv } from './csv.ts';

const parseCsv = (csv: string, delimiter = ';') => parse(csv, { delimiter, bom: true, record_delimiter: '\r\n' });
const withoutApostrophe = (cell: string) => cell.replace(/^'/, '');

describe('a CSV file', () => {
  test('begins with a byte order mark, is separated by semicolons and ends every line with CRLF', () => {
    expect(
      writeCsv([
        ['Name', 'Ort'],
        ['Müller-Lüdenscheidt', 'a;b "c"'],
      ]),
    ).toBe('\uFEFFName;Ort\r\nMüller-Lüdenscheidt;"a;b ""c"""\r\n');
  });

  test('quotes only the cells that contain a separator, a quote or a line break', () => {
    expect(writeCsv([['a,b', 'a\rb', 'a\nb', 'a"b', "a'b", 'a b']])).toBe(
      '\uFEFF"a,b";"a\rb";"a\nb";"a""b";a\'b;a b\r\n',
    );
  });

  test('is separated by commas on request', () => {
    expect(writeCsv([['Müller, Jörg', 'a;b', 'c']], ',')).toBe('\uFEFF"Müller, Jörg","a;b",c\r\n');
  });

  test.each(['=1+1', '+49', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '\0x', '＝1', '＋1', '－1', '＠a', "'x"])(
    'gets an apostrophe before a text that begins like a formula: %j',
    (text) => expect(escapeFormula(text)).toBe(`'${text}`),
  );

  test.each(['Müller', '1=1', '', ' =1', 'a\nb'])('contains any other text unchanged: %j', (text) =>
    expect(escapeFormula(text)).toBe(text),
  );

  test.each(['=1+1', "'x", '+49 221', "'t Hooft", 'Müller'])('gives back the text that was written: %j', (text) =>
    expect(unescapeFormula(escapeFormula(text))).toBe(text),
  );

  test.each([
    ["'0221 1234567", '0221 1234567'],
    ["'Ada", 'Ada'],
    ["'t Hooft", "'t Hooft"],
    ["d'Arc", "d'Arc"],
  ])('is read without an apostrophe in front that is not a part of a name: %j', (cell, text) =>
    expect(unescapeFormula(cell)).toBe(text),
  );

  test.each([';', ','] as const)('separated by %j contains every text without loss [9.5]', (separator) => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=1+1', "'", "''=", 'a;b', 'a,b', '"', 'a\r\nb', '\n', 'Müller-Lüdenscheidt'),
    );
    // The first cell is never empty, because a row with only empty cells would be read as an empty line.
    const rows = fc.array(fc.tuple(fc.constant('x'), cell, cell));
    fc.assert(
      fc.property(rows, (writtenRows) => {
        const cells = parseCsv(
          writeCsv(
            writtenRows.map((row) => row.map(escapeFormula)),
            separator,
          ),
          separator,
        ) as string[][];
        expect(cells.map((row) => row.map(withoutApostrophe))).toEqual(writtenRows);
      }),
    );
  });
});

test.each([
  ['022112345678', '0221 12345678'],
  ['0221 / 123-456', '0221 123456'],
  ['03012345678', '030 12345678'],
  ['01701234567', '0170 1234567'],
  ['00491701234567', '0049 1701234567'],
  ['04012345', '040 12345'],
  ['06912345', '069 12345'],
  ['08912345', '089 12345'],
  ['0401', '040 1'],
  ['0221', '0221'],
  ['110', '110'],
  ['', ''],
])('the phone number %s is written as %j, so that a spreadsheet does not read it as a number', (phone, cell) => {
  expect(formatPhoneCell(phone)).toBe(cell);
});
