import { useMemo, useState } from 'react';
import { compareGerman } from '../../../shared/german.ts';
import { usePageSize } from '../../../web/ui/tables/pageSize.ts';
import { DataTable, type Column, type Order } from '../../../web/ui/tables/DataTable.tsx';
import { Pager, usePage } from '../../../web/ui/tables/Pager.tsx';

interface Props {
  title: string;
  /** Each value with its count, the most frequent first. */
  values: readonly (readonly [value: string, count: number])[];
}

interface Row {
  value: string;
  count: number;
  share: number;
}

/** A paged table of the values of one property of visits, which can be sorted by value or by count. */
export default function ValueTable({ title, values }: Props) {
  const [order, setOrder] = useState<Order>(defaultOrder);
  const rows = useMemo(() => {
    const total = values.reduce((sum, [, count]) => sum + count, 0);
    const allRows = values.map(([value, count]): Row => ({ value: value || 'unbekannt', count, share: count / total }));
    allRows.sort((a, b) => (order.by === 'value' ? compareGerman(a.value, b.value) : a.count - b.count));
    return order.isDescending ? allRows.reverse() : allRows;
  }, [values, order]);
  const sizing = usePageSize('besuche', 10);
  const { shownItems, setPage, ...pager } = usePage(rows, sizing.pageSize);
  return (
    <>
      <DataTable
        label={title}
        columns={columns}
        rows={shownItems}
        keyOf={keyOf}
        order={order}
        onOrder={(newOrder) => {
          setOrder(newOrder ?? defaultOrder);
          setPage(1);
        }}
      />
      <Pager label={title} {...pager} pageSizes={sizing} shownCount={shownItems.length} onChange={setPage} />
    </>
  );
}

const defaultOrder: Order = { by: 'count', isDescending: true };
const keyOf = ({ value }: Row) => value;

const columns: Column<Row>[] = [
  { name: 'value', title: 'Wert', sortable: true, cell: ({ value }) => value },
  {
    name: 'count',
    title: 'Aufrufe',
    width: '112px',
    isNumeric: true,
    sortable: true,
    cell: ({ count }) => count.toLocaleString('de-DE'),
  },
  {
    name: 'share',
    title: 'Anteil',
    width: '96px',
    isNumeric: true,
    cell: ({ share }) => share.toLocaleString('de-DE', { style: 'percent', maximumFractionDigits: 1 }),
  },
];
