import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describeField, type FormField, type PageText, toTextPiece } from '../pdf-lines.adapter.ts';
import { withTimeout } from './withTimeout.ts';

/** The maximum number of pages that are shown (reference 5.11). */
export const maxPages = 100;
/** The maximum number of text items that can be selected and searched; the rest is only drawn. */
const maxTextItems = 50_000;
/** The maximum number of pixels of a picture in a PDF. */
const maxPicturePixels = 50_000_000;
/** The maximum number of pixels of a drawn page; very large pages are drawn at a lower resolution. */
const maxPagePixels = 8_000_000;

/**
 * The URL of the folder with the library's worker, character maps, fonts and colour profiles (scripts/pdf-reader.ts).
 */
const libraryUrl = import.meta.env['VITE_PDF_READER'] as string;
GlobalWorkerOptions.workerSrc = `${libraryUrl}legacy/build/pdf.worker.min.mjs`;

/** An open PDF; the library reads it in a separate worker. */
export interface OpenPdf {
  pageCount: number;
  /** The number of pages that are shown, at most `maxPages`. */
  shownPageCount: number;
  /** Returns the size of a page in CSS pixels without zoom; `pageNumber` counts from 1. */
  getPageSize: (pageNumber: number) => Promise<{ width: number; height: number }>;
  /** Draws a page; `width` is in CSS pixels, and `signal` cancels the drawing. */
  drawPage: (pageNumber: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>;
  /** Returns a page's text and what its form was filled in with; `pageNumber` counts from 1. */
  readText: (pageNumber: number) => Promise<PageText>;
  /** Adds a page's text as a transparent layer, so that it can be selected, searched and read aloud. */
  addText: (pageNumber: number, layer: HTMLElement) => Promise<void>;
  close: () => void;
}

/**
 * Opens a PDF. Code in it never runs: evaluation, scripts and interactive forms are off. The content of filled-in forms
 * is drawn. Throws if the file cannot be read, needs a password, or takes too long.
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const loadingTask = getDocument({
    data: bytes,
    isEvalSupported: false,
    enableXfa: false,
    // The page's policy forbids WebAssembly, so the library uses its JavaScript decoders.
    useWasm: false,
    maxImageSize: maxPicturePixels,
    cMapUrl: `${libraryUrl}cmaps/`,
    standardFontDataUrl: `${libraryUrl}standard_fonts/`,
    wasmUrl: `${libraryUrl}wasm/`,
    iccUrl: `${libraryUrl}iccs/`,
    disableAutoFetch: true,
    verbosity: 0,
  });
  const close = () => void loadingTask.destroy();
  try {
    const pdf = await withTimeout(loadingTask.promise);
    const shownPageCount = Math.min(pdf.numPages, maxPages);
    return { ...createPageFunctions(pdf), pageCount: pdf.numPages, shownPageCount, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Tells in German that a PDF ends after the maximum number of pages; '' if all pages are shown. */
export function describeShownPages({ pageCount, shownPageCount }: OpenPdf): string {
  if (shownPageCount === pageCount) return '';
  return `Hier endet die Ansicht nach ${shownPageCount} von ${pageCount.toLocaleString('de')} Seiten.`;
}

function createPageFunctions(pdf: PDFDocumentProxy): Omit<OpenPdf, 'pageCount' | 'shownPageCount' | 'close'> {
  const getPage = (pageNumber: number) => withTimeout(pdf.getPage(pageNumber));
  let textItemCount = 0;
  // Texts are added one page at a time, so that visible pages can be drawn in between.
  let previousTask: Promise<unknown> = Promise.resolve();
  const addTextNow = async (pageNumber: number, layer: HTMLElement) => {
    const page = await getPage(pageNumber);
    const content = await withTimeout(page.getTextContent());
    textItemCount += content.items.length;
    if (textItemCount > maxTextItems) return;
    await new TextLayer({ textContentSource: content, container: layer, viewport: getUnzoomedViewport(page) }).render();
  };
  return {
    async getPageSize(pageNumber) {
      const { width, height } = getUnzoomedViewport(await getPage(pageNumber));
      return { width, height };
    },
    async drawPage(pageNumber, canvas, width, signal) {
      const page = await getPage(pageNumber);
      if (signal.aborted) return;
      const unzoomedViewport = getUnzoomedViewport(page);
      const maxScale = Math.sqrt(maxPagePixels / (unzoomedViewport.width * unzoomedViewport.height));
      const scale = Math.min((width / unzoomedViewport.width) * window.devicePixelRatio, maxScale);
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
    async readText(pageNumber) {
      const page = await getPage(pageNumber);
      const { items } = await withTimeout(page.getTextContent());
      const annotations = (await withTimeout(page.getAnnotations())) as FormField[];
      return {
        pieces: items.flatMap((item) => ('str' in item ? [toTextPiece(item)] : [])),
        fields: annotations.flatMap(describeField),
      };
    },
    addText(pageNumber, layer) {
      const textTask = previousTask.then(() => addTextNow(pageNumber, layer));
      previousTask = textTask.catch(() => {});
      return textTask;
    },
  };
}

/** The number of CSS pixels (1/96 of an inch) per PDF unit (1/72 of an inch). */
export const pixelsPerPoint = 96 / 72;
const getUnzoomedViewport = (page: PDFPageProxy) => page.getViewport({ scale: pixelsPerPoint });
