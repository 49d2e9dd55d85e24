import { RefusedDocument } from '../inspection/refused-document.rules.ts';
import {
  describeField,
  type FormField,
  isTextReadable,
  joinPieces,
  type PageText,
  toTextPiece,
  usualHeight,
} from '../reading/pdf-lines.adapter.ts';

/** The maximum number of pages that are read. */
const maxPages = 200;

/** A paragraph of a PDF, or a heading with its level. */
export interface PdfBlock {
  text: string;
  heading: number | null;
}

/**
 * Returns the paragraphs of a PDF, which are joined from its lines, and then the filled-in fields of its form. Throws
 * RefusedDocument if it has no readable text, as a scanned document, and an error of the library if it cannot be read.
 */
export async function readPdfText(bytes: Buffer): Promise<PdfBlock[]> {
  const { getDocument } = await loadLibrary();
  const loadingTask = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    // Nothing is drawn.
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  try {
    const pdf = await loadingTask.promise;
    if (pdf.numPages > maxPages) throw new RefusedDocument('tooLarge');
    const pages: PageText[] = [];
    for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber++) {
      const page = await pdf.getPage(pageNumber);
      const { items } = await page.getTextContent();
      const annotations = (await page.getAnnotations()) as FormField[];
      pages.push({
        pieces: items.flatMap((item) => ('str' in item ? [toTextPiece(item)] : [])),
        fields: annotations.flatMap(describeField),
      });
    }
    if (!isTextReadable(pages)) throw new RefusedDocument('unreadable');
    const bodyHeight = usualHeight(pages.flatMap(({ pieces }) => pieces));
    const paragraphs = pages.flatMap(({ pieces }) => joinPieces(pieces, bodyHeight));
    return [
      ...paragraphs.flatMap((block): PdfBlock[] =>
        'runs' in block
          ? [
              {
                text: block.runs.map(({ text }) => text).join(''),
                heading: block.kind === 'heading' ? block.level : null,
              },
            ]
          : [],
      ),
      ...pages.flatMap(({ fields }) => fields.map((text): PdfBlock => ({ text, heading: null }))),
    ];
  } finally {
    await loadingTask.destroy();
  }
}

/** What the library uses to draw. It expects these in a browser, or in a package with native code, when it is loaded. */
const drawingClasses = { DOMMatrix: class {}, ImageData: class {}, Path2D: class {} };

/**
 * Loads the library without the package for drawing, since nothing is drawn and a sandbox loads no native code, and
 * with the code that it would otherwise load for a worker.
 */
async function loadLibrary() {
  Object.assign(globalThis, drawingClasses);
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // @ts-expect-error The library has no types for this file.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') });
  return library;
}
