import Box from '@mui/material/Box';
import { useMemo, useRef, useState } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { compareGerman } from '../../shared/german.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { DataTable, type Column, type Order } from '../../web/ui/tables/DataTable.tsx';
import { Pager, usePage } from '../../web/ui/tables/Pager.tsx';
import type { ImportedRow } from '../../features/appointments/import-files/contract.ts';

/** The default number of rows on a page. */
const defaultPageSize = 25;

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

/** A table of up to 20,000 imported rows with pages, in the order of the file or sorted by a column. */
export function RowTable({ rows, label, failedAfter }: Props) {
  const [order, setOrder] = useState<Order | null>(null);
  const sortedRows = useMemo(() => (order ? sortRows(rows, order) : rows), [rows, order]);
  const sizing = usePageSize('import', defaultPageSize);
  const { shownItems, setPage, ...pager } = usePage(sortedRows, sizing.pageSize);
  const list = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => (failedAfter === undefined ? appointmentColumns : failedColumns(failedAfter)),
    [failedAfter],
  );
  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '96px' }}>
      <DataTable
        label={label}
        columns={columns}
        rows={shownItems}
        keyOf={keyOf}
        headingOf={({ data }) =>
          failedAfter === undefined ? `${germanDate(data.date)}, ${data.fromTime}` : `Zeile ${failedAfter + data.id}`
        }
        order={order ?? { by: 'line', isDescending: false }}
        onOrder={(newOrder) => {
          setOrder(newOrder);
          setPage(1);
        }}
      />
      <Pager
        label={label}
        {...pager}
        pageSizes={sizing}
        shownCount={shownItems.length}
        onChange={(page) => {
          setPage(page);
          list.current?.focus({ preventScroll: true });
          list.current?.scrollIntoView();
        }}
      />
    </Box>
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

function sortRows(rows: readonly ImportedRow[], { by, isDescending }: Order): ImportedRow[] {
  const sortText = sortTexts[by];
  const sorted = [...rows];
  if (sortText) sorted.sort((a, b) => compareGerman(sortText(a), sortText(b)));
  return isDescending ? sorted.reverse() : sorted;
}
