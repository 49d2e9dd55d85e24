import { writeFile } from 'node:fs/promises';
import { PDFArray, PDFDict, PDFName } from '@cantoo/pdf-lib';
import { fileTypeFromBuffer } from 'file-type';
import { atOpening, lastOf, removeOpeningScripts } from './pdf-actions.ts';
import { refusePrograms } from './pdf-attachments.ts';
import { load, openPdf, type OpenPdf } from './pdf-objects.ts';
import { RejectedDocument } from './rejected.ts';
import { endsAsZip } from './zip.ts';

/**
 * Looks into a PDF. Refuses what is none or was cut short, needs a password, carries programs, or does more at opening than
 * to turn to a page. Forms have scripts, and those that run at opening are taken out of a copy that is written to `copyTo`;
 * answers whether there is one.
 */
export async function inspectPdf(bytes: Buffer, copyTo: string): Promise<boolean> {
  await inspectFrame(bytes);
  const pdf = await openPdf(bytes);
  refusePrograms(pdf);
  const opening = atOpening(pdf);
  if (opening === 'nothing') return false;
  // What is appended to an encrypted file would have to be encrypted as well, and the library cannot.
  if (opening === 'more' || !isForm(pdf) || pdf.isEncrypted) throw new RejectedDocument('scripts');
  await writeFile(copyTo, await withoutScripts(bytes), { flag: 'wx', mode: 0o600 });
  return true;
}

/** Readers accept some text before the header and after the end; neither may make the file something else, too. */
async function inspectFrame(bytes: Buffer): Promise<void> {
  const before = bytes.subarray(0, bytes.indexOf('%PDF-'));
  const seenAs = before.length > 0 ? await fileTypeFromBuffer(bytes.subarray(0, 1024)) : undefined;
  if (
    before.includes('<') ||
    before.includes(0) ||
    (seenAs !== undefined && seenAs.ext !== 'pdf') ||
    !bytes.subarray(-4096).includes('%%EOF') ||
    endsAsZip(bytes)
  )
    throw new RejectedDocument('wrongContent');
}

/** Whether there is anything to fill in. */
function isForm({ document }: OpenPdf): boolean {
  const catalog = document?.context.lookup(document.context.trailerInfo.Root);
  const form = catalog instanceof PDFDict ? catalog.lookup(PDFName.of('AcroForm')) : undefined;
  const fields = form instanceof PDFDict ? form.lookup(PDFName.of('Fields')) : undefined;
  return fields instanceof PDFArray && fields.size() > 0;
}

/** The file with a change behind it, as a program appends it that saves a form: every byte of the original stays. */
async function withoutScripts(bytes: Buffer): Promise<Buffer> {
  const document = await load(bytes, { forUpdate: true });
  removeOpeningScripts(document);
  const changed = Buffer.from(await document.commit({ useObjectStreams: false }));
  // Looked at as a reader does, by the last definitions alone.
  const { context } = await load(changed);
  const definitions = context.enumerateIndirectObjects().map(([, object]) => object);
  if (
    !changed.subarray(0, bytes.length).equals(bytes) ||
    atOpening({ definitions, resolve: lastOf(context) }) !== 'nothing'
  )
    throw new RejectedDocument('scripts');
  return changed;
}
