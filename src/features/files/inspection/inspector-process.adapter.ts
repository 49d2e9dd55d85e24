import { readFile } from 'node:fs/promises';
import { inspectDoc } from './doc.adapter.ts';
import { inspectDocx } from './docx.adapter.ts';
import { inspectOdt } from './odt.adapter.ts';
import { inspectPdf } from './pdf.adapter.ts';
import { RejectedDocument, type RejectionReason } from './rejected-document.rules.ts';

export type Ending = 'docx' | 'pdf' | 'doc' | 'odt';

/** A file to inspect, the extension of its name, and the path for a harmless copy if one is needed. */
export interface Task {
  path: string;
  ending: Ending;
  copyTo: string;
}

/** The result of an inspection: whether the file is accepted, and whether a harmless copy replaces it (`copied`). */
export type Finding = { ok: true; copied: boolean } | { ok: false; reason: RejectionReason };

/** Inspects one file; runs in a separate process. Throws disk errors. */
export default async function inspect({ path, ending, copyTo }: Task): Promise<Finding> {
  const bytes = await readFile(path);
  try {
    if (bytes.length === 0) throw new RejectedDocument('empty');
    const pdfSignatureOffset = bytes.subarray(0, 1024).indexOf(pdfSignature);
    // PDF viewers treat any file with this signature in its first kilobyte as a PDF.
    if ((ending === 'pdf') !== pdfSignatureOffset >= 0) throw new RejectedDocument('wrongContent');
    return { ok: true, copied: await inspectors[ending](bytes, copyTo) };
  } catch (error) {
    if (error instanceof RejectedDocument) return { ok: false, reason: error.reason };
    // Libraries throw plain errors at malformed content; only system errors are unrelated to the file.
    if (error instanceof Error && ('syscall' in error || 'permission' in error)) throw error;
    return { ok: false, reason: 'wrongContent' };
  }
}

/** The text that every PDF has in its first kilobyte. */
const pdfSignature = '%PDF-';

/** The inspector of each format. It returns whether it has written a harmless copy, or throws RejectedDocument. */
const inspectors: Record<Ending, (bytes: Buffer, copyTo: string) => Promise<boolean> | boolean> = {
  docx: inspectDocx,
  odt: inspectOdt,
  doc: inspectDoc,
  pdf: inspectPdf,
};
