import { openSandboxes, sandboxProgram, type OnLost } from '../sandbox/sandboxes.ts';
import type { PdfDocument } from './document.ts';

declare module '../http/calls/handler.ts' {
  interface App {
    pdfs: Pdfs;
  }
}

/** Draws PDF documents in a separate process, because reading the fonts and drawing take most of a second. */
export interface Pdfs {
  /** Returns the bytes of a tagged file (PDF/UA-1) with its fonts embedded. */
  write(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

const program = sandboxProgram(import.meta.url, { bundled: './pdf.js', source: './worker.ts' });

/** Milliseconds that drawing a document may take. */
const deadline = 30_000;

export function openPdfs(onLost: OnLost): Pdfs {
  const sandboxes = openSandboxes({ name: 'pdf', program, maxProcesses: 1, maxWaiting: 50, memory: 256, onLost });
  return {
    write: async (document) => (await sandboxes.use((run) => run(document, { deadline }))) as Uint8Array,
    close: () => sandboxes.close(),
  };
}
