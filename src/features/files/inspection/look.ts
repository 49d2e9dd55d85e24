import { readFile } from 'node:fs/promises';
import type { MessagePort } from 'node:worker_threads';
import { inspectDoc } from './doc.ts';
import { inspectDocx } from './docx.ts';
import { inspectOdt } from './odt.ts';
import { inspectPdf } from './pdf.ts';
import { RejectedDocument, type RejectionReason } from './rejected.ts';

export type Ending = 'docx' | 'pdf' | 'doc' | 'odt';

/** A file to look into, what its name says it is, and where a harmless copy goes if one is needed. */
export interface Task {
  path: string;
  ending: Ending;
  copyTo: string;
  /** Hears when the work begins: a worker may have to be started first. */
  started?: MessagePort;
}

/** Whether a file is taken; `copied` where its harmless copy is to be kept in its stead. */
export type Finding = { ok: true; copied: boolean } | { ok: false; reason: RejectionReason };

/** Looks into one file; runs in a worker. Faults of the disk are thrown. */
export default async function look({ path, ending, copyTo, started }: Task): Promise<Finding> {
  started?.postMessage('started');
  const bytes = await readFile(path);
  try {
    if (bytes.length === 0) throw new RejectedDocument('empty');
    const pdfFrom = bytes.subarray(0, 1024).indexOf(pdfMark);
    // Readers of PDF take a file for theirs that says so in its first kilobyte.
    if ((ending === 'pdf') !== pdfFrom >= 0) throw new RejectedDocument('wrongContent');
    return { ok: true, copied: await readers[ending](bytes, copyTo) };
  } catch (error) {
    if (error instanceof RejectedDocument) return { ok: false, reason: error.reason };
    // Libraries throw ordinary errors at malformed content; only the system's own errors are no judgement of the file.
    if (error instanceof Error && 'syscall' in error) throw error;
    return { ok: false, reason: 'wrongContent' };
  }
}

/** What a PDF's first kilobyte holds. */
const pdfMark = '%PDF-';

/** Each answers whether a harmless copy was written, and throws RejectedDocument. */
const readers: Record<Ending, (bytes: Buffer, copyTo: string) => Promise<boolean> | boolean> = {
  docx: inspectDocx,
  odt: inspectOdt,
  doc: inspectDoc,
  pdf: inspectPdf,
};
