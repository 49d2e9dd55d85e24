import { readCsvTable, type Table, type TableFault, type TableRules } from './csv-table.ts';

/** Reads a table from a CSV file; runs in a sandbox. */
export default function read({ bytes, rules }: { bytes: Uint8Array; rules: TableRules }): Table | TableFault {
  return readCsvTable(bytes, rules);
}
