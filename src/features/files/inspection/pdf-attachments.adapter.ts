import { decodePDFRawStream, PDFDict, PDFHexString, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import { dictionariesOf } from './pdf-actions.adapter.ts';
import type { OpenPdf } from './pdf-objects.adapter.ts';
import { isProgram, isProgramName } from './programs.adapter.ts';
import { RefusedDocument } from './refused-document.rules.ts';

const pdfName = (text: string) => PDFName.of(text);
/** The keys under which a PDF may give the name of an attached file and, in the dictionary /EF, the file's content. */
const fileKeys = ['F', 'UF', 'DOS', 'Mac', 'Unix'].map(pdfName);

/** Refuses a PDF with an attached program, recognised by its name or its first bytes. Other files may be attached. */
export function refuseAttachedPrograms({ definitions, resolve }: OpenPdf): void {
  for (const dict of dictionariesOf(definitions)) {
    for (const files of resolve(dict.get(pdfName('EF')))) {
      if (!(files instanceof PDFDict)) continue;
      const names = fileKeys.flatMap((key) => resolve(dict.get(key)));
      const contents = fileKeys.flatMap((key) => resolve(files.get(key)));
      if (
        names.some(
          (fileName) =>
            (fileName instanceof PDFString || fileName instanceof PDFHexString) && isProgramName(fileName.decodeText()),
        )
      )
        throw new RefusedDocument('embedded');
      if (contents.some((content) => content instanceof PDFRawStream && isProgram(readHead(content))))
        throw new RefusedDocument('embedded');
    }
  }
  // A file may also be embedded without an object that refers to it.
  const files = definitions.filter(
    (object) => object instanceof PDFRawStream && object.dict.get(pdfName('Type')) === pdfName('EmbeddedFile'),
  );
  if (files.some((file) => isProgram(readHead(file as PDFRawStream)))) throw new RefusedDocument('embedded');
}

/** Returns the first bytes of an embedded file; none if its compression is unknown. */
function readHead(stream: PDFRawStream): Buffer {
  try {
    return Buffer.from(decodePDFRawStream(stream).getBytes(64));
  } catch {
    return Buffer.alloc(0);
  }
}
