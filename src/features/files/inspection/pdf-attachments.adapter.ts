import { decodePDFRawStream, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { dictionariesOf } from './pdf-actions.adapter.ts';
import type { OpenPdf } from './pdf-objects.adapter.ts';
import { isProgram, isProgramName } from './programs.adapter.ts';
import { RejectedDocument } from './rejected-document.rules.ts';

const name = (text: string) => PDFName.of(text);
const fileKeys = ['F', 'UF', 'DOS', 'Mac', 'Unix'].map(name);

/**
 * Refuses programs among a PDF's attachments, by their names and their first bytes; any other file may be attached.
 */
export function refuseAttachedPrograms({ definitions, resolve }: OpenPdf): void {
  for (const dict of dictionariesOf(definitions)) {
    for (const files of resolve(dict.get(name('EF')))) {
      if (!(files instanceof PDFDict)) continue;
      const names = fileKeys.flatMap((key) => resolve(dict.get(key)));
      const contents = fileKeys.flatMap((key) => resolve(files.get(key)));
      if (
        names.some(
          (each) => (each instanceof PDFString || each instanceof PDFHexString) && isProgramName(each.decodeText()),
        )
      )
        throw new RejectedDocument('embedded');
      if (contents.some((each) => each instanceof PDFRawStream && isProgram(headOf(each))))
        throw new RejectedDocument('embedded');
    }
  }
  // A program may also be embedded without any entry that refers to it.
  const files = definitions.filter(
    (each) => each instanceof PDFRawStream && each.dict.get(name('Type')) === name('EmbeddedFile'),
  );
  if (files.some((each) => isProgram(headOf(each as PDFRawStream)))) throw new RejectedDocument('embedded');
}

/** The first bytes of a file; empty if its compression is unknown. */
function headOf(stream: PDFRawStream): Buffer {
  try {
    return Buffer.from(decodePDFRawStream(stream).getBytes(64));
  } catch {
    return Buffer.alloc(0);
  }
}
