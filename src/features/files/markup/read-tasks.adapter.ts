import { RefusedDocument } from '../inspection/refused-document.rules.ts';
import { cleanText, writeCleanCopy } from './clean-copy.adapter.ts';
import { addLayouts, compareBlocks, isTooLongToCompare, normaliseBlocks, type Comparison } from './compare.rules.ts';
import type { BlockLayout, ComparedBlock } from './contract.ts';
import { openDocx } from './docx-package.adapter.ts';
import { readMarkup, type Markup } from './markup-reader.adapter.ts';
import { readPdfText } from './pdf-text.adapter.ts';
import type { MarkupCounts } from './rules.ts';

/** The bytes of a document and its file extension. */
export interface ReadableFile {
  bytes: Buffer;
  extension: string;
}

/** Counts the tracked changes and comments in a docx. Throws RefusedDocument or an error of a library. */
export async function countMarkupOf(bytes: Buffer): Promise<MarkupCounts> {
  return (await readMarkup(await openDocx(bytes))).counts;
}

/** Returns the text of a docx with its tracked changes and comments. Throws as `countMarkupOf`. */
export async function readMarkupOf(bytes: Buffer): Promise<Markup> {
  return readMarkup(await openDocx(bytes));
}

/** Writes the clean copy of a docx to a path. Throws as `countMarkupOf`, and errors of the disk. */
export async function writeCleanCopyOf(bytes: Buffer, path: string): Promise<void> {
  await writeCleanCopy(await openDocx(bytes), path);
}

/** A paragraph of a document to compare: its normalised text, and what kind of block it is. */
interface TextBlock {
  text: string;
  layout: BlockLayout;
}

/** Two compared documents, or which of them is too long to be compared. */
export type DocumentComparison = (Comparison & { blocks: ComparedBlock[] }) | { tooLong: 'from' | 'to' };

/**
 * Returns the paragraphs of a document (docx or pdf) as they are compared, with all its tracked changes accepted
 * (reference 5.14). Throws as `countMarkupOf` if it cannot be read.
 */
export async function readTextOf(file: ReadableFile): Promise<TextBlock[]> {
  return normaliseBlocks(await readBlocks(file));
}

/** Compares two documents by their paragraphs (reference 5.14). */
export function compareTexts(from: readonly TextBlock[], to: readonly TextBlock[]): DocumentComparison {
  const [fromTexts, toTexts] = [from, to].map((blocks) => blocks.map(({ text }) => text)) as [string[], string[]];
  if (isTooLongToCompare(fromTexts)) return { tooLong: 'from' };
  if (isTooLongToCompare(toTexts)) return { tooLong: 'to' };
  const { blocks, counts } = compareBlocks(fromTexts, toTexts);
  const [fromLayouts, toLayouts] = [from, to].map((texts) => texts.map(({ layout }) => layout)) as [
    BlockLayout[],
    BlockLayout[],
  ];
  return { blocks: addLayouts(blocks, fromLayouts, toLayouts), counts };
}

async function readBlocks({ bytes, extension }: ReadableFile): Promise<TextBlock[]> {
  if (extension === 'pdf') {
    const blocks = await readPdfText(bytes);
    return blocks.map(({ text, heading }) => ({ text, layout: { heading, listItem: null, cell: null } }));
  }
  if (extension !== 'docx') throw new RefusedDocument('wrongContent');
  const docx = await openDocx(bytes);
  await cleanText(docx);
  const { blocks } = await readMarkup(docx);
  return blocks.map(({ runs, layout }) => ({ text: runs.map(({ text }) => text).join(''), layout }));
}
