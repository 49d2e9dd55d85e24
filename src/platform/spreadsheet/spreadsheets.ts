import { SandboxLost } from '../sandbox/sandbox.ts';
import { openSandboxes, resolveSandboxProgram, type OnProcessLost } from '../sandbox/sandboxes.ts';
import type { SheetFault, SheetTask, Workbook } from './sheet.ts';

declare module '../http/calls/handler.ts' {
  interface App {
    spreadsheets: Spreadsheets;
  }
}

/** Writes and reads spreadsheets (xlsx) in a separate process, so that a long one does not block other users. */
export interface Spreadsheets {
  /** Returns the bytes of an xlsx file. */
  write(workbook: Workbook): Promise<Uint8Array>;
  /**
   * Returns the rows of the first sheet as text, or why the file cannot be read. It returns at most `maxRows` + 1 rows,
   * so the caller notices if there are more than `maxRows`.
   */
  read(bytes: Uint8Array, maxRows: number): Promise<string[][] | SheetFault>;
  close(): Promise<void>;
}

const program = resolveSandboxProgram(import.meta.url, { bundled: './spreadsheet.js', source: './worker.ts' });

/** How long reading or writing a file may take, in milliseconds. */
const timeLimitsMs = { read: 10_000, write: 60_000 } as const;

export function openSpreadsheets(onLost: OnProcessLost): Spreadsheets {
  const sandboxes = openSandboxes({
    name: 'spreadsheet',
    program,
    maxProcesses: 1,
    maxWaiting: 20,
    memoryMegabytes: 384,
    onLost,
  });
  const runTask = (task: SheetTask, timeLimitMs: number) => sandboxes.use((run) => run(task, { timeLimitMs }));
  return {
    write: async (workbook) => (await runTask({ write: workbook }, timeLimitsMs.write)) as Uint8Array,
    read: async (bytes, maxRows) => {
      try {
        return (await runTask({ read: bytes, maxRows }, timeLimitsMs.read)) as string[][] | SheetFault;
      } catch (error) {
        if (!(error instanceof SandboxLost)) throw error;
        // A file that takes too long or too much memory counts as too large.
        return error.loss === 'died' ? 'unreadable' : 'tooLarge';
      }
    },
    close: () => sandboxes.close(),
  };
}
