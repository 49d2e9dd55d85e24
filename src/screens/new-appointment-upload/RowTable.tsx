import { useMemo } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import type { Column } from '../../web/ui/tables/DataTable.tsx';
import { FileRowTable } from '../../web/ui/table-files/FileRowTable.tsx';
import type { ImportedRow } from '../../features/appointments/import-files/contract.ts';

interface Props {
  rows: readonly ImportedRow[];
  /** The table's name for screen readers. */
  label: string;
  /**
   * The number of the header's row in the file, if the rows are those that have failed. The table then also shows the
   * row in the file and the reason.
   */
  failedAfter?: number;
}

/** A table of imported rows, or of rows that were not imported. */
export function RowTable({ rows, label, failedAfter }: Props) {
  const columns = useMemo(
    () => (failedAfter === undefined ? appointmentColumns : failedColumns(failedAfter)),
    [failedAfter],
  );
  return (
    <FileRowTable
      rows={rows}
      label={label}
      columns={columns}
      keyOf={keyOf}
      headingOf={({ data }) =>
        failedAfter === undefined ? `${germanDate(data.date)}, ${data.fromTime}` : `Zeile ${failedAfter + data.id}`
      }
      sortTexts={sortTexts}
    />
  );
}

const keyOf = ({ data }: ImportedRow) => data.id;

const typeColumn: Column<ImportedRow> = {
  name: 'type',
  title: 'Typ',
  width: '136px',
  minBreakpoint: 'md',
  sortable: true,
  cell: ({ data }) => data.type,
};

const appointmentColumns: Column<ImportedRow>[] = [
  { name: 'date', title: 'Datum', width: '104px', sortable: true, cell: ({ data }) => germanDate(data.date) },
  { name: 'day', title: 'Tag', width: '104px', minBreakpoint: 'md', cell: ({ data }) => data.day },
  { name: 'from', title: 'Von', width: '64px', cell: ({ data }) => data.fromTime },
  { name: 'till', title: 'Bis', width: '64px', cell: ({ data }) => data.tillTime },
  typeColumn,
  {
    name: 'coach',
    title: 'Coach-E-Mail',
    minBreakpoint: 'md',
    oneLine: true,
    sortable: true,
    cell: ({ data }) => data.coachEmail,
  },
];

const failedColumns = (headerRow: number): Column<ImportedRow>[] => [
  {
    name: 'line',
    title: 'Zeile',
    width: '76px',
    sortable: true,
    hiddenOnCards: true,
    cell: ({ data }) => headerRow + data.id,
  },
  typeColumn,
  ...appointmentColumns.filter((column) => column !== typeColumn),
  { name: 'message', title: 'Meldung', width: '32%', sortable: true, cell: ({ message }) => message },
];

/** For each column, the text of a row to sort by. `line` is missing, because the rows are already sorted by line. */
const sortTexts: Record<string, (row: ImportedRow) => string> = {
  date: ({ data }) => `${data.date} ${data.fromTime}`,
  type: ({ data }) => data.type,
  coach: ({ data }) => data.coachEmail,
  message: ({ message }) => message,
};
