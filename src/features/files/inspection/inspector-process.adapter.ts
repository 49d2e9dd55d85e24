import { readFile } from 'node:fs/promises';
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

/** Inspects one file. Runs in a sandboxed process; throws disk errors. */
export default async function inspect({ path, extension, copyTo }: Task): Promise<Finding> {
  const bytes = await readFile(path);
  try {
    if (bytes.length === 0) throw new RefusedDocument('empty');
    // PDF viewers treat any file with this signature in its first kilobyte as a PDF.
    const hasPdfSignature = bytes.subarray(0, 1024).includes(pdfSignature);
    if (hasPdfSignature !== (extension === 'pdf')) throw new RefusedDocument('wrongContent');
    return { ok: true, copied: await inspectByExtension[extension](bytes, copyTo) };
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
