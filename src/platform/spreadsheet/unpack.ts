import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import yazl from 'yazl';
import type { SheetFault } from './sheet.ts';

/** The most bytes of a spreadsheet once it is unpacked, and the most parts of its archive. */
const mostUnpacked = 50_000_000;
const mostParts = 500;
/** The most cells of all sheets: a calendar of 20,000 rows with 25 columns. */
const mostCells = 500_000;
/** The last row and the last column that a cell may be in: readers fill the rows and columns before it. */
const lastRow = 100_000;
const lastColumnLetters = 2;

/** A spreadsheet as its reader gets it: an archive without compression, and whether its days count from 1904. */
interface Unpacked {
  archive: Buffer;
  from1904: boolean;
}

/**
 * The parts of a spreadsheet that a reader needs; or the reason for refusing it. Bytes and cells are counted while they
 * are unpacked, whatever the archive says, and the reader gets nothing that was not counted.
 */
export async function unpack(bytes: Uint8Array): Promise<Unpacked | SheetFault> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes));
  const parts = new yazl.ZipFile();
  let size = 0;
  let cells = 0;
  let seen = 0;
  let from1904 = false;
  for await (const entry of zip.eachEntry()) {
    if (seen === mostParts) return 'tooLarge';
    seen += 1;
    if (!/\.(xml|rels)$/i.test(entry.fileName)) continue;
    const chunks: Buffer[] = [];
    let rest = '';
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mostUnpacked) return 'tooLarge';
      const text = rest + chunk.toString('latin1');
      // A tag that the chunk cuts off is checked with the next chunk.
      const end = text.lastIndexOf('<');
      const looked = cellsIn(end < 0 ? text : text.slice(0, end));
      if (looked === 'tooLarge') return 'tooLarge';
      cells += looked;
      if (cells > mostCells) return 'tooLarge';
      rest = end < 0 ? '' : text.slice(end);
      chunks.push(chunk);
    }
    if (cellsIn(rest) === 'tooLarge') return 'tooLarge';
    const content = Buffer.concat(chunks);
    const counted = /(?:^|\/)workbook\.xml$/i.test(entry.fileName) ? countedFrom1904(content) : null;
    from1904 ||= counted !== null;
    parts.addBuffer(counted ?? content, entry.fileName, { compress: false });
  }
  parts.end();
  return { archive: await buffer(parts.outputStream as Readable), from1904 };
}

/** Marks a workbook that counts days from 1904: Excel writes 1, LibreOffice true. */
const sign1904 = /(<(?:\w+:)?workbookPr\s[^>]{0,2000}?\bdate1904\s*=\s*)(["'])(?:1|true)\2/;

/** The workbook with that mark as the reader expects it, a 1; null without one. */
function countedFrom1904(content: Buffer): Buffer | null {
  const text = content.toString('latin1');
  return sign1904.test(text) ? Buffer.from(text.replace(sign1904, '$1"1"'), 'latin1') : null;
}

/** How many cells and rows begin in the text, whatever position they claim; 'tooLarge' for one beyond the limits. */
function cellsIn(text: string): number | 'tooLarge' {
  let count = 0;
  for (const [tag] of text.matchAll(/<(?:\w+:)?(?:c|row)(?=[\s/>])[^>]{0,500}/g)) {
    count += 1;
    const [, letters = '', row = '0'] = /\sr\s*=\s*["']([A-Za-z]*)(\d*)["']/.exec(tag) ?? [];
    if (letters.length > lastColumnLetters || Number(row) > lastRow) return 'tooLarge';
  }
  return count;
}
