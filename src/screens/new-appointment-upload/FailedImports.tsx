import { FailedRows } from '../../web/ui/table-files/FailedRows.tsx';
import type { ImportedRow } from '../../features/appointments/import-files/contract.ts';
import { calendarColumns, toFailedRow } from '../../features/appointments/rules.ts';
import { RowTable } from './RowTable.tsx';

interface Props {
  rows: readonly ImportedRow[];
  /** The number of the header's row in the file, as Excel shows it. */
  headerRow: number;
  title: string;
  fileName: string;
}

/** The rows of a calendar that were not imported. */
export function FailedImports({ rows, headerRow, title, fileName }: Props) {
  return (
    <FailedRows
      rows={rows}
      columns={calendarColumns}
      toFailedRow={(row) => toFailedRow(row, headerRow)}
      title={title}
      fileName={fileName}
      renderTable={(shownRows, key) => <RowTable key={key} rows={shownRows} label={title} failedAfter={headerRow} />}
    />
  );
}
