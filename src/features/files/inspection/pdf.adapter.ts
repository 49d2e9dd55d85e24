import { writeFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib';
import { fileTypeFromBuffer } from 'file-type';
import { openingEffectOf, resolveToLast, removeOpeningScripts } from './pdf-actions.adapter.ts';
import { refuseAttachedPrograms } from './pdf-attachments.adapter.ts';
import { load, openPdf, type OpenPdf } from './pdf-objects.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';
import { endsAsZip } from './zip.adapter.ts';

/**
 * Inspects a PDF. Refuses other and truncated files, and PDFs that need a password, carry programs, or do more at
 * opening than turn to a page. Forms have scripts: if some run at opening, writes a copy without them to `copyTo`.
 * Returns whether it has written one.
 */
export async function inspectPdf(bytes: Buffer, copyTo: string): Promise<boolean> {
  await inspectStartAndEnd(bytes);
  const pdf = await openPdf(bytes);
  refuseAttachedPrograms(pdf);
  const opening = openingEffectOf(pdf);
  if (opening === 'nothing') return false;
  // An update of an encrypted file would have to be encrypted too, which the library cannot do.
  if (opening === 'more' || !isForm(pdf) || pdf.isEncrypted) throw new RejectedDocument('scripts');
  await writeFile(copyTo, await withoutScripts(bytes), { flag: 'wx', mode: 0o600 });
  return true;
}

/**
 * Refuses a file whose text before the header or after the end, which programs accept, makes it another kind of file.
 */
async function inspectStartAndEnd(bytes: Buffer): Promise<void> {
  const prefix = bytes.subarray(0, bytes.indexOf('%PDF-'));
  const detectedType = prefix.length > 0 ? await fileTypeFromBuffer(bytes.subarray(0, 1024)) : undefined;
  if (
    prefix.includes('<') ||
    prefix.includes(0) ||
    (detectedType !== undefined && detectedType.ext !== 'pdf') ||
    !bytes.subarray(-4096).includes('%%EOF') ||
    endsAsZip(bytes)
  )
    throw new RejectedDocument('wrongContent');
}

/** Whether the PDF has fields to fill in. */
function isForm({ document }: OpenPdf): boolean {
  const catalog = document?.context.lookup(document.context.trailerInfo.Root);
  const form = catalog instanceof PDFDict ? catalog.lookup(PDFName.of('AcroForm')) : undefined;
  const fields = form instanceof PDFDict ? form.lookup(PDFName.of('Fields')) : undefined;
  return fields instanceof PDFArray && fields.size() > 0;
}

/** Returns the file with an appended update, as programs save a form: every byte of the original stays. */
async function withoutScripts(bytes: Buffer): Promise<Buffer> {
  const document = await load(bytes, { forUpdate: true });
  removeOpeningScripts(document);
  const updated = Buffer.from(await document.commit({ useObjectStreams: false }));
  // Read again as programs do, by the last definitions only.
  const { context } = await load(updated);
  const definitions = context.enumerateIndirectObjects().map(([, object]) => object);
  if (
    !updated.subarray(0, bytes.length).equals(bytes) ||
    openingEffectOf({ definitions, resolve: resolveToLast(context) }) !== 'nothing'
  )
    throw new RejectedDocument('scripts');
  return updated;
}
