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

/**
 * The parts of a spreadsheet that a reader needs, in an archive without compression; or why it is not read. Bytes and
 * cells are counted while they are unpacked, whatever the archive says, and the reader gets nothing that was not
 * counted.
 */
export async function unpack(bytes: Uint8Array): Promise<Buffer | SheetFault> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes));
  const parts = new yazl.ZipFile();
  let size = 0;
  let cells = 0;
  let seen = 0;
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
      // A tag that the chunk cuts off is looked at with the next one.
      const end = text.lastIndexOf('<');
      const looked = cellsIn(end < 0 ? text : text.slice(0, end));
      if (looked === 'tooLarge') return 'tooLarge';
      cells += looked;
      if (cells > mostCells) return 'tooLarge';
      rest = end < 0 ? '' : text.slice(end);
      chunks.push(chunk);
    }
    if (cellsIn(rest) === 'tooLarge') return 'tooLarge';
    parts.addBuffer(Buffer.concat(chunks), entry.fileName, { compress: false });
  }
  parts.end();
  return buffer(parts.outputStream as Readable);
}

/** How many cells and rows begin in the text, wherever they say they are; 'tooLarge' for one that is far out. */
function cellsIn(text: string): number | 'tooLarge' {
  let count = 0;
  for (const [tag] of text.matchAll(/<(?:\w+:)?(?:c|row)(?=[\s/>])[^>]{0,500}/g)) {
    count += 1;
    const [, letters = '', row = '0'] = /\sr\s*=\s*["']([A-Za-z]*)(\d*)["']/.exec(tag) ?? [];
    if (letters.length > lastColumnLetters || Number(row) > lastRow) return 'tooLarge';
  }
  return count;
}
