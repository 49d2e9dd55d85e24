import Box from '@mui/material/Box';
import { useMemo, useRef, useState } from 'react';
import { DataTable, type Order, type TableProps } from './DataTable.tsx';
import { usePageSize } from './pageSize.ts';
import { Pager, usePage } from './Pager.tsx';

/** The default number of rows on a page. */
const defaultPageSize = 25;

interface Props<Row> extends Omit<TableProps<Row>, 'order' | 'onOrder' | 'hasOrderElsewhere' | 'selection'> {
  /** All rows, on all pages. */
  rows: readonly Row[];
  /** The order at first, and whenever the user takes back a chosen order. */
  initialOrder: Order;
  /** Returns the rows in the given order. Must be the same in every render. */
  sort: (rows: readonly Row[], order: Order) => readonly Row[];
  /** Identifies the list whose chosen page size is remembered, as in `usePageSize`. */
  pageSizeName: string;
  /** The width of the actions at the end of a row, in CSS. */
  actionsWidth?: string;
}

/**
 * A table whose rows are all in the browser: it sorts them, and shows one page of them. Another page starts at its first
 * row, with the focus on the table.
 */
export function PagedTable<Row>({ rows, initialOrder, sort, pageSizeName, actionsWidth, ...tableProps }: Props<Row>) {
  const [order, setOrder] = useState(initialOrder);
  const sortedRows = useMemo(() => sort(rows, order), [sort, rows, order]);
  const sizing = usePageSize(pageSizeName, defaultPageSize);
  const { shownItems, setPage, ...pager } = usePage(sortedRows, sizing.pageSize);
  const list = useRef<HTMLDivElement>(null);
  const { label } = tableProps;
  return (
    <Box
      ref={list}
      role="group"
      aria-label={label}
      tabIndex={-1}
      sx={{ ...(actionsWidth && { '--actions-width': actionsWidth }), outline: 'none', scrollMarginTop: '96px' }}
    >
      <DataTable
        {...tableProps}
        rows={shownItems}
        order={order}
        onOrder={(newOrder) => {
          setOrder(newOrder ?? initialOrder);
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
