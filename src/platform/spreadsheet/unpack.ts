import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import yazl from 'yazl';
import type { SheetFault } from './sheet.ts';

/** The highest number of bytes of an unpacked spreadsheet, and of files in its archive. */
const maxUnpackedBytes = 50_000_000;
const maxFiles = 500;
/** The highest number of cells in all sheets: enough for a calendar of 20,000 rows with 25 columns. */
const maxCells = 500_000;
/** The last row and column in which a cell may be: readers fill all rows and columns before it. */
const lastRow = 100_000;
const maxColumnLetters = 2;

/** A spreadsheet as its reader gets it: an archive without compression, and whether its days are counted from 1904. */
interface Unpacked {
  archive: Buffer;
  from1904: boolean;
}

/**
 * Unpacks the files of a spreadsheet that a reader needs, or returns the reason for refusing it. Bytes and cells are
 * counted while they are unpacked, whatever the archive claims, and the reader gets nothing that was not counted.
 */
export async function unpack(bytes: Uint8Array): Promise<Unpacked | SheetFault> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes));
  const unpacked = new yazl.ZipFile();
  let size = 0;
  let cells = 0;
  let files = 0;
  let from1904 = false;
  for await (const entry of zip.eachEntry()) {
    if (files === maxFiles) return 'tooLarge';
    files += 1;
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue;
    const chunks: Buffer[] = [];
    let rest = '';
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxUnpackedBytes) return 'tooLarge';
      const text = rest + chunk.toString('latin1');
      // A tag that the chunk cuts off is checked with the next chunk.
      const end = text.lastIndexOf('<');
      const found = countCells(end < 0 ? text : text.slice(0, end));
      if (found === 'tooLarge') return 'tooLarge';
      cells += found;
      if (cells > maxCells) return 'tooLarge';
      rest = end < 0 ? '' : text.slice(end);
      chunks.push(chunk);
    }
    if (countCells(rest) === 'tooLarge') return 'tooLarge';
    const content = Buffer.concat(chunks);
    const workbook = /(?:^|\/)workbook\.xml$/i.test(entry.fileName) ? workbookFrom1904(content) : null;
    from1904 ||= workbook !== null;
    unpacked.addBuffer(workbook ?? content, entry.fileName, { compress: false });
  }
  unpacked.end();
  return { archive: await buffer(unpacked.outputStream as Readable), from1904 };
}

/** The mark of a workbook that counts days from 1904: Excel writes 1, LibreOffice true. */
const mark1904 = /(<(?:\w+:)?workbookPr\s[^>]{0,2000}?\bdate1904\s*=\s*)(["'])(?:1|true)\2/;

/** The workbook with that mark in the form that the reader expects, a 1; null if it has no such mark. */
function workbookFrom1904(content: Buffer): Buffer | null {
  const text = content.toString('latin1');
  return mark1904.test(text) ? Buffer.from(text.replace(mark1904, '$1"1"'), 'latin1') : null;
}

/** The number of cells and rows that begin in a text; 'tooLarge' if one of them claims a position beyond the limits. */
function countCells(text: string): number | 'tooLarge' {
  let count = 0;
  for (const [tag] of text.matchAll(/<(?:\w+:)?(?:c|row)(?=[\s/>])[^>]{0,500}/g)) {
    count += 1;
    const [, letters = '', row = '0'] = /\sr\s*=\s*["']([A-Za-z]*)(\d*)["']/.exec(tag) ?? [];
    if (letters.length > maxColumnLetters || Number(row) > lastRow) return 'tooLarge';
  }
  return count;
}
