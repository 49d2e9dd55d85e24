import { readFile } from 'node:fs/promises';
import type { Markup } from '../markup/markup-reader.adapter.ts';
import {
  compareTexts,
  countMarkupOf,
  readMarkupOf,
  readTextOf,
  writeCleanCopyOf,
  type DocumentComparison,
} from '../markup/read-tasks.adapter.ts';
import type { MarkupCounts } from '../markup/rules.ts';
import { inspectDoc } from './doc.adapter.ts';
import { inspectDocx } from './docx.adapter.ts';
import { inspectOdt } from './odt.adapter.ts';
import { inspectPdf } from './pdf.adapter.ts';
import { RefusedDocument, type RefusalReason } from './refused-document.rules.ts';

/** The extensions of the files that can be inspected. */
export type FileExtension = 'docx' | 'pdf' | 'doc' | 'odt';

/** A file to inspect, its extension, and the path for a harmless copy if one is needed. */
export interface Task {
  path: string;
  extension: FileExtension;
  copyTo: string;
}

/**
 * The result of an inspection: whether the file is accepted, and if so, whether a harmless copy was written (`copied`).
 */
export type Finding = { ok: true; copied: boolean } | { ok: false; reason: RefusalReason };

/** A stored document to read, or two to compare; `copyTo` is the path for a clean copy. */
export type ReadingTask =
  | { what: 'counts'; path: string }
  | { what: 'markup'; path: string }
  | { what: 'cleanCopy'; path: string; copyTo: string }
  | { what: 'comparison'; path: string; extension: string; otherPath: string; otherExtension: string };

/** The results of reading, by what was asked for. */
export interface Readings {
  counts: MarkupCounts;
  markup: Markup;
  cleanCopy: 'written';
  /** The comparison, or which of both documents cannot be read or is too long. */
  comparison: DocumentComparison | { unreadable: 'from' | 'to' };
}

export type Reading<What extends keyof Readings> =
  { ok: true; result: Readings[What] } | { ok: false; reason: RefusalReason };

/** Inspects or reads one file. Runs in a sandboxed process; throws disk errors. */
export default function runTask(task: Task | ReadingTask): Promise<Finding | Reading<keyof Readings>> {
  return 'what' in task ? read(task) : inspect(task);
}

/** Inspects one file. Throws disk errors. */
export function inspect({ path, extension, copyTo }: Task): Promise<Finding> {
  return refuseUnreadable(path, async (bytes) => {
    if (bytes.length === 0) throw new RefusedDocument('empty');
    // PDF viewers treat any file with this signature in its first kilobyte as a PDF.
    const hasPdfSignature = bytes.subarray(0, 1024).includes(pdfSignature);
    if (hasPdfSignature !== (extension === 'pdf')) throw new RefusedDocument('wrongContent');
    return { ok: true, copied: await inspectByExtension[extension](bytes, copyTo) };
  });
}

function read(task: ReadingTask): Promise<Reading<keyof Readings>> {
  if (task.what === 'comparison') return compare(task);
  return refuseUnreadable(task.path, async (bytes) => ({ ok: true, result: await readBytes(task, bytes) }));
}

async function compare(task: Extract<ReadingTask, { what: 'comparison' }>): Promise<Reading<'comparison'>> {
  const { path, extension, otherPath, otherExtension } = task;
  const readFrom = (bytes: Buffer) => readTextOf({ bytes, extension });
  const readTo = (bytes: Buffer) => readTextOf({ bytes, extension: otherExtension });
  const from = await refuseUnreadable(path, readFrom);
  if (!Array.isArray(from)) return { ok: true, result: { unreadable: 'from' } };
  const to = await refuseUnreadable(otherPath, readTo);
  if (!Array.isArray(to)) return { ok: true, result: { unreadable: 'to' } };
  return { ok: true, result: compareTexts(from, to) };
}

async function readBytes(
  task: Exclude<ReadingTask, { what: 'comparison' }>,
  bytes: Buffer,
): Promise<Readings[keyof Readings]> {
  switch (task.what) {
    case 'counts':
      return countMarkupOf(bytes);
    case 'markup':
      return readMarkupOf(bytes);
    case 'cleanCopy':
      await writeCleanCopyOf(bytes, task.copyTo);
      return 'written';
  }
}

/** Reads a file and calls `work` with its bytes. Returns why the file is refused if `work` refuses it. */
async function refuseUnreadable<Result>(
  path: string,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result | { ok: false; reason: RefusalReason }> {
  const bytes = await readFile(path);
  try {
    return await work(bytes);
  } catch (error) {
    if (error instanceof RefusedDocument) return { ok: false, reason: error.reason };
    // Libraries throw plain errors if the content is malformed. Only system errors have other causes.
    if (error instanceof Error && ('syscall' in error || 'permission' in error)) throw error;
    return { ok: false, reason: 'wrongContent' };
  }
}

/** Every PDF has this text in its first kilobyte. */
const pdfSignature = '%PDF-';

/**
 * The functions that inspect each format. They return whether they have written a harmless copy, and throw
 * RefusedDocument if the file is refused.
 */
const inspectByExtension: Record<FileExtension, (bytes: Buffer, copyTo: string) => Promise<boolean> | boolean> = {
  docx: inspectDocx,
  odt: inspectOdt,
  doc: inspectDoc,
  pdf: inspectPdf,
};
