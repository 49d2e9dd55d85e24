import { readFile } from 'node:fs/promises';
import { inspectDoc } from './doc.adapter.ts';
import { inspectDocx } from './docx.adapter.ts';
import { inspectOdt } from './odt.adapter.ts';
import { inspectPdf } from './pdf.adapter.ts';
import { RejectedDocument, type RejectionReason } from './rejected-document.rules.ts';

export type Ending = 'docx' | 'pdf' | 'doc' | 'odt';

/** A file to inspect, the ending of its name, and where to write a harmless copy if one is needed. */
export interface Task {
  path: string;
  ending: Ending;
  copyTo: string;
}

/** Whether a file is accepted; `copied` if its harmless copy replaces it. */
export type Finding = { ok: true; copied: boolean } | { ok: false; reason: RejectionReason };

/** Inspects one file; runs in a process of its own. Errors of the disk are thrown. */
export default async function inspect({ path, ending, copyTo }: Task): Promise<Finding> {
  const bytes = await readFile(path);
  try {
    if (bytes.length === 0) throw new RejectedDocument('empty');
    const pdfFrom = bytes.subarray(0, 1024).indexOf(pdfMark);
    // Programs treat every file as a PDF that has this mark in its first kilobyte.
    if ((ending === 'pdf') !== pdfFrom >= 0) throw new RejectedDocument('wrongContent');
    return { ok: true, copied: await readers[ending](bytes, copyTo) };
  } catch (error) {
    if (error instanceof RejectedDocument) return { ok: false, reason: error.reason };
    // Libraries throw plain errors at malformed content; only system errors are unrelated to the file.
    if (error instanceof Error && ('syscall' in error || 'permission' in error)) throw error;
    return { ok: false, reason: 'wrongContent' };
  }
}

/** In the first kilobyte of every PDF. */
const pdfMark = '%PDF-';

/** Each returns whether a harmless copy was written, and throws RejectedDocument. */
const readers: Record<Ending, (bytes: Buffer, copyTo: string) => Promise<boolean> | boolean> = {
  docx: inspectDocx,
  odt: inspectOdt,
  doc: inspectDoc,
  pdf: inspectPdf,
};
