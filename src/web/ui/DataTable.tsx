import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import MenuItem from '@mui/material/MenuItem';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel from '@mui/material/TableSortLabel';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { usePrinting } from '../printing.ts';
import { Fact, Facts } from './Fact.tsx';
import { cellOnPaper, tableOnPaper } from './tableCell.ts';

/** One column of a table. */
export interface Column<Row> {
  /** Tells it from the others; what `Order.by` names. */
  name: string;
  title: string;
  /** Share of the width, as CSS has it ('20%'); the rest is divided evenly. */
  width?: string;
  /** The rows can be put in its order. */
  sortable?: boolean;
  /** Left out on paper: what can be done with a row. */
  onlyScreen?: boolean;
  /** Left out of a phone's cards: the heading says it already. */
  onlyWide?: boolean;
  cell: (row: Row) => ReactNode;
}

/** By which column rows are ordered; `down` turns it round. */
export interface Order {
  by: string;
  down: boolean;
}

interface Props<Row> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** What a phone's card is headed with; without it the first column. */
  headingOf?: (row: Row) => ReactNode;
  order?: Order;
  onOrder?: (order: Order) => void;
}

/**
 * Rows to compare: a table whose headings sort, on a phone a card for each row and a field for the order. Its first
 * column names the row.
 */
export function DataTable<Row>(props: Props<Row>) {
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  // Paper is as wide as a tablet held upright, and is read as a table.
  const printing = usePrinting();
  return narrow && !printing ? <Cards {...props} /> : <Wide {...props} />;
}

function Wide<Row>({ label, columns, rows, keyOf, order, onOrder }: Props<Row>) {
  return (
    <Card>
      <Table
        aria-label={label}
        sx={{ tableLayout: 'fixed', '& tbody tr:last-of-type > *': { borderBottom: 0 }, ...tableOnPaper }}
      >
        <TableHead>
          <TableRow>
            {columns.map(({ name, title, width, sortable = false, onlyScreen }) => {
              const current = order?.by === name;
              const direction = current && order.down ? 'desc' : 'asc';
              return (
                <TableCell
                  key={name}
                  className={onlyScreen ? 'no-print' : ''}
                  sx={{ ...headSx, width }}
                  sortDirection={current ? direction : false}
                >
                  {sortable ? (
                    <TableSortLabel
                      active={current}
                      direction={direction}
                      onClick={() => onOrder?.({ by: name, down: current && !order.down })}
                      sx={{ minHeight: 24 }}
                    >
                      {title}
                    </TableSortLabel>
                  ) : (
                    title
                  )}
                </TableCell>
              );
            })}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)} hover>
              {columns.map(({ name, cell, onlyScreen }, index) => (
                <TableCell
                  key={name}
                  className={onlyScreen ? 'no-print' : ''}
                  sx={cellSx}
                  {...(index === 0 ? { component: 'th', scope: 'row' } : {})}
                >
                  {cell(row) || '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function Cards<Row>({ label, columns, rows, keyOf, headingOf, order, onOrder }: Props<Row>) {
  const [first, ...others] = columns;
  return (
    <>
      {order && onOrder && <OrderField columns={columns} order={order} onOrder={onOrder} />}
      <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {rows.map((row) => (
          <Card key={keyOf(row)} component="li" sx={{ px: 4, py: 3 }}>
            <Box sx={{ fontWeight: 700, mb: 2, overflowWrap: 'anywhere' }}>{(headingOf ?? first?.cell)?.(row)}</Box>
            <Facts>
              {others
                .filter(({ onlyWide }) => !onlyWide)
                .map(({ name, title, cell }) => (
                  <Fact key={name} label={title}>
                    {cell(row)}
                  </Fact>
                ))}
            </Facts>
          </Card>
        ))}
      </Box>
    </>
  );
}

function OrderField<Row>({ columns, order, onOrder }: Required<Pick<Props<Row>, 'columns' | 'order' | 'onOrder'>>) {
  return (
    <TextField
      select
      label="Sortierung"
      value={`${order.by} ${order.down}`}
      onChange={({ target }) => {
        const [by = '', down] = target.value.split(' ');
        onOrder({ by, down: down === 'true' });
      }}
      sx={{ width: '100%', mb: 4 }}
    >
      {columns
        .filter(({ sortable }) => sortable)
        .flatMap(({ name, title }) => [
          <MenuItem key={`${name} false`} value={`${name} false`}>
            {title}, aufsteigend
          </MenuItem>,
          <MenuItem key={`${name} true`} value={`${name} true`}>
            {title}, absteigend
          </MenuItem>,
        ])}
    </TextField>
  );
}

const headSx = {
  px: 3,
  py: 2.5,
  fontSize: 'body2.fontSize',
  whiteSpace: 'nowrap',
  borderColor: 'divider',
  ...cellOnPaper,
} as const;

const cellSx = {
  px: 3,
  py: 2.5,
  fontSize: 'body2.fontSize',
  lineHeight: 1.5,
  overflowWrap: 'anywhere',
  hyphens: 'auto',
  borderColor: 'divider',
  ...cellOnPaper,
} as const;
