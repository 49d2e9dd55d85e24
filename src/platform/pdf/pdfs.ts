import { openSandboxes, resolveSandboxProgram, type OnProcessLost } from '../sandbox/sandboxes.ts';
import type { PdfDocument } from './document.ts';

declare module '../http/calls/handler.ts' {
  interface App {
    pdfs: Pdfs;
  }
}

/** Draws PDF documents in a separate process, because loading the fonts and drawing take almost a second. */
export interface Pdfs {
  /** Returns the bytes of a tagged PDF file (PDF/UA-1) with embedded fonts. */
  write(document: PdfDocument): Promise<Uint8Array>;
  close(): Promise<void>;
}

const program = resolveSandboxProgram(import.meta.url, { bundled: './pdf.js', source: './worker.ts' });

/** How long drawing a document may take, in milliseconds. */
const timeLimitMs = 30_000;

export function openPdfs(onLost: OnProcessLost): Pdfs {
  const sandboxes = openSandboxes({
    name: 'pdf',
    program,
    maxProcesses: 1,
    maxWaiting: 50,
    memoryMegabytes: 256,
    onLost,
  });
  return {
    write: async (document) => (await sandboxes.use((run) => run(document, { timeLimitMs }))) as Uint8Array,
    close: () => sandboxes.close(),
  };
}
