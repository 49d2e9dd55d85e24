import Box from '@mui/material/Box';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { compareGerman } from '../../../shared/german.ts';
import { DataTable, type Column, type Order } from '../tables/DataTable.tsx';
import { usePageSize } from '../tables/pageSize.ts';
import { Pager, usePage } from '../tables/Pager.tsx';

/** The default number of rows on a page. */
const defaultPageSize = 25;

interface Props<Row> {
  rows: readonly Row[];
  /** The table's name for screen readers. */
  label: string;
  /** Must be the same in every render. A sortable column without a text in `sortTexts` has the order of the file. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number;
  /** The heading of a card on a phone. */
  headingOf: (row: Row) => ReactNode;
  /** For each column that rows are sorted by, the text of a row. */
  sortTexts: Readonly<Record<string, (row: Row) => string>>;
}

/** A table of up to 20,000 rows of a file with pages, in the order of the file or sorted by a column. */
export function FileRowTable<Row>({ rows, label, columns, keyOf, headingOf, sortTexts }: Props<Row>) {
  const [order, setOrder] = useState<Order | null>(null);
  const sortedRows = useMemo(
    () => (order ? sortRows(rows, order, sortTexts[order.by]) : rows),
    [rows, order, sortTexts],
  );
  const sizing = usePageSize('import', defaultPageSize);
  const { shownItems, setPage, ...pager } = usePage(sortedRows, sizing.pageSize);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Box ref={list} tabIndex={-1} sx={{ outline: 'none', scrollMarginTop: '96px' }}>
      <DataTable
        label={label}
        columns={columns}
        rows={shownItems}
        keyOf={keyOf}
        headingOf={headingOf}
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

function sortRows<Row>(
  rows: readonly Row[],
  { isDescending }: Order,
  textOf: ((row: Row) => string) | undefined,
): Row[] {
  const sorted = [...rows];
  if (textOf) sorted.sort((a, b) => compareGerman(textOf(a), textOf(b)));
  return isDescending ? sorted.reverse() : sorted;
}
