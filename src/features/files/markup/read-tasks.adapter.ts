import { RefusedDocument } from '../inspection/refused-document.rules.ts';
import { cleanText, writeCleanCopy } from './clean-copy.adapter.ts';
import { compareBlocks, isTooLongToCompare, normaliseBlocks, type Comparison } from './compare.rules.ts';
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

/**
 * Compares two documents (docx or pdf), each with all its tracked changes accepted (reference 5.14). Returns 'tooLong'
 * if one of them has too many blocks or characters. Throws as `countMarkupOf` if one of them cannot be read.
 */
export async function compareDocuments(from: ReadableFile, to: ReadableFile): Promise<Comparison | 'tooLong'> {
  const blocks = [normaliseBlocks(await readBlocks(from)), normaliseBlocks(await readBlocks(to))] as const;
  return blocks.some(isTooLongToCompare) ? 'tooLong' : compareBlocks(...blocks);
}

async function readBlocks({ bytes, extension }: ReadableFile): Promise<string[]> {
  if (extension === 'pdf') return readPdfText(bytes);
  if (extension !== 'docx') throw new RefusedDocument('wrongContent');
  const docx = await openDocx(bytes);
  await cleanText(docx);
  return (await readMarkup(docx)).blocks.map(({ runs }) => runs.map(({ text }) => text).join(''));
}
