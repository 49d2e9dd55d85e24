import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { withTimeout } from './withTimeout.ts';

/** The limits of the display (reference 5.11): pages, selectable text items, pixels of one picture. */
export const maxPages = 100;
const maxTextItems = 50_000;
const maxPicturePixels = 50_000_000;
/** The maximum number of pixels of a page on the screen; very large pages are drawn at a lower resolution. */
const maxPagePixels = 8_000_000;

/** Where `scripts/pdf-reader.ts` puts the library's worker, character maps, fonts and colour profiles. */
const files = import.meta.env['VITE_PDF_READER'] as string;
GlobalWorkerOptions.workerSrc = `${files}legacy/build/pdf.worker.min.mjs`;

/** A PDF that is open in a worker of its own. */
export interface OpenPdf {
  /** The number of its pages, and the number of those that are shown. */
  pages: number;
  shown: number;
  /** Returns the size of a page in CSS pixels at full size; `pageNumber` counts from 1. */
  sizeOf: (pageNumber: number) => Promise<{ width: number; height: number }>;
  /** Draws a page at a width in CSS pixels; the signal cancels it. */
  draw: (pageNumber: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>;
  /** Adds a page's text as a transparent layer, so that it can be selected, searched and read aloud. */
  write: (pageNumber: number, layer: HTMLElement) => Promise<void>;
  close: () => void;
}

/**
 * Opens a PDF. Code in it is never run: evaluation, scripts and forms are off; the content of filled-in forms is drawn.
 * Throws if the file cannot be read, needs a password, or takes too long.
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const loading = getDocument({
    data: bytes,
    isEvalSupported: false,
    enableXfa: false,
    // The page's policy forbids WebAssembly; the library also has its decoders as scripts.
    useWasm: false,
    maxImageSize: maxPicturePixels,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
    disableAutoFetch: true,
    verbosity: 0,
  });
  const close = () => void loading.destroy();
  try {
    const pdf = await withTimeout(loading.promise);
    return { ...reader(pdf), pages: pdf.numPages, shown: Math.min(pdf.numPages, maxPages), close };
  } catch (error) {
    close();
    throw error;
  }
}

function reader(pdf: PDFDocumentProxy): Pick<OpenPdf, 'sizeOf' | 'draw' | 'write'> {
  const getPage = (pageNumber: number) => withTimeout(pdf.getPage(pageNumber));
  let textItems = 0;
  // The texts are added one page at a time, so that visible pages can be drawn in between.
  let last: Promise<unknown> = Promise.resolve();
  const write = async (pageNumber: number, layer: HTMLElement) => {
    const page = await getPage(pageNumber);
    const content = await withTimeout(page.getTextContent());
    textItems += content.items.length;
    if (textItems > maxTextItems) return;
    await new TextLayer({ textContentSource: content, container: layer, viewport: fullSize(page) }).render();
  };
  return {
    async sizeOf(pageNumber) {
      const { width, height } = fullSize(await getPage(pageNumber));
      return { width, height };
    },
    async draw(pageNumber, canvas, width, signal) {
      const page = await getPage(pageNumber);
      if (signal.aborted) return;
      const full = fullSize(page);
      const maxScale = Math.sqrt(maxPagePixels / (full.width * full.height));
      const scale = Math.min((width / full.width) * window.devicePixelRatio, maxScale);
      const viewport = page.getViewport({ scale: scale * pixelsPerPoint });
      canvas.width = Math.max(1, Math.floor(viewport.width));
      canvas.height = Math.max(1, Math.floor(viewport.height));
      const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
      signal.addEventListener('abort', () => task.cancel(), { once: true });
      try {
        await withTimeout(task.promise);
      } catch (error) {
        task.cancel();
        if (!signal.aborted) throw error;
      }
    },
    write(pageNumber, layer) {
      const written = last.then(() => write(pageNumber, layer));
      last = written.catch(() => {});
      return written;
    },
  };
}

/** CSS pixels (1/96 of an inch) per point of a PDF (1/72 of an inch). */
const pixelsPerPoint = 96 / 72;
const fullSize = (page: PDFPageProxy) => page.getViewport({ scale: pixelsPerPoint });
