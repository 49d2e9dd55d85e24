import { openPool, workerProgram } from '../worker-pool.ts';
import type { PdfDocument } from './document.ts';

declare module '../http/handler.ts' {
  interface App {
    pdfs: Pdfs;
  }
}

/** Draws documents (PDF) in a worker: reading the fonts and drawing take a good part of a second. */
export interface Pdfs {
  /** The bytes of a tagged file (PDF/UA-1) with its fonts embedded. */
  write(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

const program = workerProgram(import.meta.url, { bundled: './pdf.js', source: './worker.ts' });

/** Milliseconds that a document may take. */
const deadline = 30_000;

/** Starts one worker as needed and ends it after a minute without work. */
export function openPdfs(): Pdfs {
  const pool = openPool({ program, atOnce: 1, mostWaiting: 50, memory: 256 });
  return {
    write: async (document) => (await pool.run(document, { signal: AbortSignal.timeout(deadline) })) as Uint8Array,
    close: () => pool.destroy(),
  };
}
