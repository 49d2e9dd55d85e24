import { SandboxLost } from '../../../platform/sandbox/sandbox.ts';
import { openSandboxes, resolveSandboxProgram, type OnProcessLost } from '../../../platform/sandbox/sandboxes.ts';
import { isZip, notCsvMessage, readSheet, type Calendar, type CalendarFault } from './csv.adapter.ts';
import type { Spreadsheets } from '../../../platform/spreadsheet/spreadsheets.ts';
import { calendarLimits, calendarTooLargeMessage } from '../rules.ts';

declare module '../../../platform/http/calls/handler.ts' {
  interface App {
    calendarFiles: CalendarFiles;
  }
}

/** Reads calendars (reference 7.3) from CSV files and spreadsheets, in separate processes. */
export interface CalendarFiles {
  read(bytes: Uint8Array): Promise<Calendar | CalendarFault>;
  close(): Promise<void>;
}

const program = resolveSandboxProgram(import.meta.url, {
  bundled: './calendar-file.js',
  source: './csv-process.adapter.ts',
});
/** The maximum time for reading one file, in milliseconds. */
const timeLimitMs = 10_000;
const tooLargeMessage = 'Die Tabelle ist zu groß. Bitte teile sie auf mehrere Dateien auf.';
const notXlsxMessage = 'Die Datei ist keine Excel-Tabelle (xlsx), die das Portal lesen kann.';

/** Opens the reader of calendars; `onLost` is called if one of its processes ends during a task. */
export function openCalendarFiles(spreadsheets: Spreadsheets, onLost: OnProcessLost): CalendarFiles {
  const sandboxes = openSandboxes({
    name: 'calendar',
    program,
    maxProcesses: 1,
    maxWaiting: 20,
    memoryMegabytes: 256,
    onLost,
  });
  const readCsv = async (bytes: Uint8Array): Promise<Calendar | CalendarFault> => {
    try {
      return (await sandboxes.use((run) => run(bytes, { timeLimitMs }))) as Calendar | CalendarFault;
    } catch (error) {
      // If the process did not start, the file is not the cause. If the process crashed ('died'), it could not read the
      // file. If it took too much time or memory, the file is too large.
      if (!(error instanceof SandboxLost) || error.loss === 'unstarted') throw error;
      return { fault: error.loss === 'died' ? notCsvMessage : tooLargeMessage };
    }
  };
  const readXlsx = async (bytes: Uint8Array): Promise<Calendar | CalendarFault> => {
    const rows = await spreadsheets.read(bytes, calendarLimits.rows + 1);
    if (rows === 'tooLarge') return { fault: tooLargeMessage };
    if (rows === 'unreadable') return { fault: notXlsxMessage };
    return readSheet(rows);
  };
  return {
    async read(bytes) {
      if (bytes.length > calendarLimits.bytes) return { fault: calendarTooLargeMessage };
      return isZip(bytes) ? readXlsx(bytes) : readCsv(bytes);
    },
    close: () => sandboxes.close(),
  };
}
