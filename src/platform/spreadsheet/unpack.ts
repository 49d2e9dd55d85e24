import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import yazl from 'yazl';
import type { SheetFault } from './sheet.ts';

/** The maximum size of an unpacked spreadsheet in bytes, and the maximum number of files in its archive. */
const maxUnpackedBytes = 50_000_000;
const maxFiles = 500;
/** The maximum number of cells and rows in all sheets, enough for a calendar of 20,000 rows with 25 columns. */
const maxCells = 500_000;
/**
 * The last row that may have a cell, and the maximum number of letters in the name of a cell's column. The library that
 * reads the sheet also creates all empty cells before a cell, so a single cell far down or far to the right would take
 * too much memory.
 */
const lastRow = 100_000;
const maxColumnLetters = 2;

/**
 * A spreadsheet for the library that reads it: an archive without compression, and whether the spreadsheet counts its
 * days from 1904.
 */
interface UnpackedSpreadsheet {
  archive: Buffer;
  countsFrom1904: boolean;
}

/**
 * Unpacks those files of a spreadsheet that the library needs to read it, or returns why the spreadsheet is refused.
 * Bytes and cells are counted while they are unpacked, because the archive may state wrong sizes. The library gets only
 * content that has been counted.
 */
export async function unpack(bytes: Uint8Array): Promise<UnpackedSpreadsheet | SheetFault> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes));
  const unpacked = new yazl.ZipFile();
  let size = 0;
  let cellCount = 0;
  let fileCount = 0;
  let countsFrom1904 = false;
  for await (const entry of zip.eachEntry()) {
    if (fileCount === maxFiles) return 'tooLarge';
    fileCount += 1;
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue;
    const chunks: Buffer[] = [];
    let unfinishedTag = '';
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxUnpackedBytes) return 'tooLarge';
      const text = unfinishedTag + chunk.toString('latin1');
      // The last tag may continue in the next chunk, so it is checked together with that chunk.
      const end = text.lastIndexOf('<');
      const count = countCells(end < 0 ? text : text.slice(0, end));
      if (count === 'tooLarge') return 'tooLarge';
      cellCount += count;
      if (cellCount > maxCells) return 'tooLarge';
      unfinishedTag = end < 0 ? '' : text.slice(end);
      chunks.push(chunk);
    }
    if (countCells(unfinishedTag) === 'tooLarge') return 'tooLarge';
    const content = Buffer.concat(chunks);
    const workbook1904 = /(?:^|\/)workbook\.xml$/i.test(entry.fileName) ? normalize1904(content) : null;
    countsFrom1904 ||= workbook1904 !== null;
    unpacked.addBuffer(workbook1904 ?? content, entry.fileName, { compress: false });
  }
  unpacked.end();
  return { archive: await buffer(unpacked.outputStream as Readable), countsFrom1904 };
}

/** The attribute of a workbook that counts days from 1904. Excel writes 1, LibreOffice writes true. */
const attribute1904 = /(<(?:\w+:)?workbookPr\s[^>]{0,2000}?\bdate1904\s*=\s*)(["'])(?:1|true)\2/;

/**
 * Returns a workbook that counts days from 1904 with the value 1 in its attribute, which the library expects. Returns
 * null for any other workbook.
 */
function normalize1904(content: Buffer): Buffer | null {
  const text = content.toString('latin1');
  return attribute1904.test(text) ? Buffer.from(text.replace(attribute1904, '$1"1"'), 'latin1') : null;
}

/**
 * Counts the cells and rows that begin in a text. Returns 'tooLarge' if one of them has a position beyond the limits.
 */
function countCells(text: string): number | 'tooLarge' {
  let count = 0;
  for (const [tag] of text.matchAll(/<(?:\w+:)?(?:c|row)(?=[\s/>])[^>]{0,500}/g)) {
    count += 1;
    const [, letters = '', row = '0'] = /\sr\s*=\s*["']([A-Za-z]*)(\d*)["']/.exec(tag) ?? [];
    if (letters.length > maxColumnLetters || Number(row) > lastRow) return 'tooLarge';
  }
  return count;
}
