import { fileTooLargeMessage } from '../../shared/table-file.ts';
import { SandboxLost } from '../sandbox/sandbox.ts';
import { openSandboxes, resolveSandboxProgram, type OnProcessLost } from '../sandbox/sandboxes.ts';
import { isZip, notCsvMessage, readSheetTable, type Table, type TableFault, type TableRules } from './csv-table.ts';
import type { Spreadsheets } from './spreadsheets.ts';

declare module '../http/calls/handler.ts' {
  interface App {
    tableFiles: TableFiles;
  }
}

/** Reads tables from CSV files and spreadsheets (xlsx), in separate processes. */
export interface TableFiles {
  read<Column extends string>(bytes: Uint8Array, rules: TableRules<Column>): Promise<Table<Column> | TableFault>;
  close(): Promise<void>;
}

const program = resolveSandboxProgram(import.meta.url, { bundled: './csv-table.js', source: './csv-process.ts' });
/** The maximum time for reading one file, in milliseconds. */
const timeLimitMs = 10_000;
const tooLargeMessage = 'Die Tabelle ist zu groß. Bitte teile sie auf mehrere Dateien auf.';
const notXlsxMessage = 'Die Datei ist keine Excel-Tabelle (xlsx), die das Portal lesen kann.';

/** Opens the reader of tables; `onLost` is called if one of its processes ends during a task. */
export function openTableFiles(spreadsheets: Spreadsheets, onLost: OnProcessLost): TableFiles {
  const sandboxes = openSandboxes({
    name: 'table',
    program,
    maxProcesses: 1,
    maxWaiting: 20,
    memoryMegabytes: 256,
    onLost,
  });
  const readCsv = async (bytes: Uint8Array, rules: TableRules): Promise<Table | TableFault> => {
    try {
      return (await sandboxes.use((run) => run({ bytes, rules }, { timeLimitMs }))) as Table | TableFault;
    } catch (error) {
      // If the process did not start, the file is not the cause. If the process crashed ('died'), it could not read the
      // file. If it took too much time or memory, the file is too large.
      if (!(error instanceof SandboxLost) || error.loss === 'unstarted') throw error;
      return { fault: error.loss === 'died' ? notCsvMessage : tooLargeMessage };
    }
  };
  const readXlsx = async (bytes: Uint8Array, rules: TableRules): Promise<Table | TableFault> => {
    const rows = await spreadsheets.read(bytes, rules.maxRows + 1);
    if (rows === 'tooLarge') return { fault: tooLargeMessage };
    if (rows === 'unreadable') return { fault: notXlsxMessage };
    return readSheetTable(rows, rules);
  };
  return {
    async read<Column extends string>(bytes: Uint8Array, rules: TableRules<Column>) {
      if (bytes.length > rules.maxBytes) return { fault: fileTooLargeMessage(rules.maxBytes) };
      return (await (isZip(bytes) ? readXlsx(bytes, rules) : readCsv(bytes, rules))) as Table<Column> | TableFault;
    },
    close: () => sandboxes.close(),
  };
}
