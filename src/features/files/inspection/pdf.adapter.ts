import { writeFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib';
import { fileTypeFromBuffer } from 'file-type';
import { openingEffectOf, createLastDefinitionResolver, removeOpeningScripts } from './pdf-actions.adapter.ts';
import { refuseAttachedPrograms } from './pdf-attachments.adapter.ts';
import { loadPdf, openPdf, type OpenPdf } from './pdf-objects.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';
import { endsLikeZip } from './zip.adapter.ts';

/**
 * Inspects a PDF. Refuses other and truncated files, and PDFs that need a password, contain programs, or do more when
 * they are opened than go to a page. If scripts of a form run when it is opened, writes a copy without these scripts to
 * `copyTo`. Returns whether it has written a copy.
 */
export async function inspectPdf(bytes: Buffer, copyTo: string): Promise<boolean> {
  await inspectStartAndEnd(bytes);
  const pdf = await openPdf(bytes);
  refuseAttachedPrograms(pdf);
  const effect = openingEffectOf(pdf);
  if (effect === 'nothing') return false;
  // An update of an encrypted file must be encrypted too, which the library cannot do.
  if (effect === 'moreThanScript' || !isForm(pdf) || pdf.isEncrypted) throw new RefusedDocument('scripts');
  await writeFile(copyTo, await removeScripts(bytes), { flag: 'wx', mode: 0o600 });
  return true;
}

/**
 * Refuses a PDF that could also be read as another kind of file. PDF viewers accept bytes before the header and after
 * the end, and these bytes may be a file in another format.
 */
async function inspectStartAndEnd(bytes: Buffer): Promise<void> {
  const prefix = bytes.subarray(0, bytes.indexOf('%PDF-'));
  const detectedType = prefix.length > 0 ? await fileTypeFromBuffer(bytes.subarray(0, 1024)) : undefined;
  if (
    prefix.includes('<') ||
    prefix.includes(0) ||
    (detectedType !== undefined && detectedType.ext !== 'pdf') ||
    !bytes.subarray(-4096).includes('%%EOF') ||
    endsLikeZip(bytes)
  )
    throw new RefusedDocument('wrongContent');
}

/** Whether a PDF has fields to fill in. */
function isForm({ document }: OpenPdf): boolean {
  const catalog = document?.context.lookup(document.context.trailerInfo.Root);
  const form = catalog instanceof PDFDict ? catalog.lookup(PDFName.of('AcroForm')) : undefined;
  const fields = form instanceof PDFDict ? form.lookup(PDFName.of('Fields')) : undefined;
  return fields instanceof PDFArray && fields.size() > 0;
}

/**
 * Returns a PDF without the scripts that run when it is opened. The change is appended to the file, as when a PDF
 * viewer saves a form, so every byte of the original stays. Refuses the file if a script remains.
 */
async function removeScripts(bytes: Buffer): Promise<Buffer> {
  const document = await loadPdf(bytes, { forUpdate: true });
  removeOpeningScripts(document);
  const updated = Buffer.from(await document.commit({ useObjectStreams: false }));
  // Reads the result again as PDF viewers do: only the last definition of each object counts.
  const { context } = await loadPdf(updated);
  const definitions = context.enumerateIndirectObjects().map(([, object]) => object);
  if (
    !updated.subarray(0, bytes.length).equals(bytes) ||
    openingEffectOf({ definitions, resolve: createLastDefinitionResolver(context) }) !== 'nothing'
  )
    throw new RefusedDocument('scripts');
  return updated;
}
