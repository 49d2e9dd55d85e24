import { useCallback, type ReactNode } from 'react';
import { compareGerman } from '../../../shared/german.ts';
import type { Column, Order } from '../tables/DataTable.tsx';
import { PagedTable } from '../tables/PagedTable.tsx';

interface Props<Row> {
  rows: readonly Row[];
  /** The table's name for screen readers. */
  label: string;
  /** Must be the same in every render. A sortable column without a text in `sortTexts` has the order of the file. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => number;
  /** The heading of a card on a phone. */
  headingOf: (row: Row) => ReactNode;
  /** For each column that rows are sorted by, the text of a row. Must be the same in every render. */
  sortTexts: Readonly<Record<string, (row: Row) => string>>;
}

/** A table of up to 20,000 rows of a file with pages, in the order of the file or sorted by a column. */
export function FileRowTable<Row>({ sortTexts, ...tableProps }: Props<Row>) {
  const sort = useCallback(
    (rows: readonly Row[], order: Order) => sortRows(rows, order, sortTexts[order.by]),
    [sortTexts],
  );
  return <PagedTable {...tableProps} initialOrder={fileOrder} sort={sort} pageSizeName="import" />;
}

const fileOrder: Order = { by: 'line', isDescending: false };

function sortRows<Row>(
  rows: readonly Row[],
  { isDescending }: Order,
  textOf: ((row: Row) => string) | undefined,
): Row[] {
  const sorted = [...rows];
  if (textOf) sorted.sort((a, b) => compareGerman(textOf(a), textOf(b)));
  return isDescending ? sorted.reverse() : sorted;
}
