import { expect, test } from 'vitest';
import { unzip } from '../../../tests/support/zip.ts';
import { columnWidths, rowHeight } from './printing.ts';
import writeWorkbook from './worker.ts';

test('columns are as wide as their longest cell, and a long text continues in the next line', () => {
  const rows = [
    ['Ada Lovelace', { date: '2027-02-28' }, { time: '09:00' }, 12_345_678, null, 'x'.repeat(100)],
    ['Maximiliane Friederike', null, null, 1, null, ''],
  ];
  const columns = ['Teilnehmer:in', 'Ende', 'Von', 'Minuten', 'Ende der Qualifizierung', 'Text'];
  expect(columnWidths({ columns, rows })).toEqual([24, 12, 8, 10, 16, 34]);
});

test('a row is as high as the lines of its longest text', () => {
  const columns = [12, 12];
  expect(rowHeight(['Ada Süß', { date: '2027-02-28' }], columns)).toBeUndefined();
  expect(rowHeight(['', 'Ende der Qualifizierung'], columns)).toBe(45);
  expect(rowHeight(['Ende der', 'Ada'], columns)).toBeUndefined();
  expect(rowHeight(['x'.repeat(25), null], columns)).toBe(45);
  expect(rowHeight(['a '.repeat(6).trim(), null], columns)).toBe(30);
  expect(rowHeight(['x'.repeat(1000), null], columns)).toBe(405);
});

test('numbers are aligned right, with a gap to the next column', async () => {
  const sheets = [{ name: 'Tage', columns: ['Minuten', 'Status'], rows: [[45, 'Beendet']] }];
  const files = await unzip((await writeWorkbook({ write: { heading: '', sheets } })) as Buffer);
  expect(String(files.get('xl/styles.xml'))).toMatch(/<alignment(?=[^>]* horizontal="right")(?=[^>]* indent="1")/);
});

test('signs with a meaning in Excel or XML stay as they are in the heading and in the name of a sheet', async () => {
  const sheets = [{ name: "Ada's <Tage> & Wochen", columns: ['Tag'], rows: [['Mo']] }];
  const file = (await writeWorkbook({ write: { heading: '24 A & B <$&>', sheets } })) as Buffer;
  const files = await unzip(file);
  expect(String(files.get('xl/worksheets/sheet1.xml'))).toContain(
    '<oddHeader>&amp;L 24 A &amp;&amp; B &lt;$&amp;&amp;&gt;</oddHeader>',
  );
  expect(String(files.get('xl/workbook.xml'))).toContain("'Ada''s &lt;Tage&gt; &amp; Wochen'!$1:$1");
});
