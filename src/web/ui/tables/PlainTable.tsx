import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { tableCell } from './tableCell.ts';

interface Props {
  /** The table's name for screen readers. */
  label: string;
  head: readonly string[];
  /** The rows, with cells in the order of the head. The first cell is the heading of its row. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  /** The indices of the columns that hold numbers, which are aligned right. */
  numericColumns?: readonly number[];
}

/** A small table of figures. Its cells wrap, so that long names fit. */
export function PlainTable({ label, head, rows, numericColumns = [] }: Props) {
  const align = (column: number) => (numericColumns.includes(column) ? 'right' : 'left');
  return (
    <TableContainer>
      <Table aria-label={label} size="small">
        <TableHead>
          <TableRow>
            {head.map((title, column) => (
              <TableCell
                key={title}
                align={align(column)}
                sx={{ ...tableCell, color: 'text.secondary', overflowWrap: 'normal' }}
              >
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((content, column) => (
                <TableCell
                  key={head[column]}
                  align={align(column)}
                  {...(column === 0 ? { component: 'th', scope: 'row' } : {})}
                  sx={tableCell}
                >
                  {content}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** A date or a time in a cell that never wraps. */
export function NoWrap({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {children}
    </Box>
  );
}
