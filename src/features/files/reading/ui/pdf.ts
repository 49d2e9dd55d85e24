import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { withTimeout } from './withTimeout.ts';

/** The limits of the display (reference 5.11): pages, selectable pieces of text, pixels of one picture. */
export const mostPages = 100;
const mostTexts = 50_000;
const maxPixels = 50_000_000;
/** The maximum number of pixels of a page on the screen; very large pages are drawn at a lower resolution. */
const mostOfPage = 8_000_000;

/** Where `scripts/pdf-reader.ts` puts the library's worker, character maps, fonts and colour profiles. */
const files = import.meta.env['VITE_PDF_READER'] as string;
GlobalWorkerOptions.workerSrc = `${files}legacy/build/pdf.worker.min.mjs`;

/** A PDF that is open in a worker of its own. */
export interface OpenPdf {
  /** How many pages it has, and how many of them are shown. */
  pages: number;
  shown: number;
  /** The size of a page in CSS pixels at full size; `at` counts from 1. */
  sizeOf: (at: number) => Promise<{ width: number; height: number }>;
  /** Draws a page at a width in CSS pixels; the signal cancels it. */
  draw: (at: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>;
  /** Adds a page's text as a transparent layer, so that it can be selected, searched and read aloud. */
  write: (at: number, layer: HTMLElement) => Promise<void>;
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
    // Our policy forbids WebAssembly; the library has the same decoders as scripts.
    useWasm: false,
    maxImageSize: maxPixels,
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
    return { ...reader(pdf), pages: pdf.numPages, shown: Math.min(pdf.numPages, mostPages), close };
  } catch (error) {
    close();
    throw error;
  }
}

function reader(pdf: PDFDocumentProxy): Pick<OpenPdf, 'sizeOf' | 'draw' | 'write'> {
  const pageAt = (at: number) => withTimeout(pdf.getPage(at));
  let texts = 0;
  // One page's text after the other, so that visible pages can be drawn in between.
  let last: Promise<unknown> = Promise.resolve();
  const write = async (at: number, layer: HTMLElement) => {
    const page = await pageAt(at);
    const content = await withTimeout(page.getTextContent());
    texts += content.items.length;
    if (texts > mostTexts) return;
    await new TextLayer({ textContentSource: content, container: layer, viewport: fullSize(page) }).render();
  };
  return {
    async sizeOf(at) {
      const { width, height } = fullSize(await pageAt(at));
      return { width, height };
    },
    async draw(at, canvas, width, signal) {
      const page = await pageAt(at);
      if (signal.aborted) return;
      const full = fullSize(page);
      const finest = Math.sqrt(mostOfPage / (full.width * full.height));
      const scale = Math.min((width / full.width) * window.devicePixelRatio, finest);
      const viewport = page.getViewport({ scale: scale * pixelsOfPoint });
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
    write(at, layer) {
      const written = last.then(() => write(at, layer));
      last = written.catch(() => {});
      return written;
    },
  };
}

/** A point of a PDF is 1/72 of an inch, a pixel of CSS 1/96. */
const pixelsOfPoint = 96 / 72;
const fullSize = (page: PDFPageProxy) => page.getViewport({ scale: pixelsOfPoint });
