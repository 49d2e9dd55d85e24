import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { Pager, usePage } from '../../web/ui/Pager.tsx';
import { tableCell } from '../../web/ui/tableCell.ts';
import type { ImportedRow } from '../contract.ts';

interface Props {
  rows: readonly ImportedRow[];
  /** The table's name for screen readers. */
  label: string;
  /** Rows that failed carry their number in the file and the reason. */
  failed?: boolean;
}

interface Column {
  title: string;
  width?: number;
  cell: (row: ImportedRow) => ReactNode;
}

const line: Column = { title: 'Zeile', width: 64, cell: ({ data }) => data.id };
const message: Column = { title: 'Meldung', cell: (row) => row.message };
const appointment: Column[] = [
  { title: 'Datum', width: 112, cell: ({ data }) => germanDate(data.date) },
  { title: 'Tag', width: 112, cell: ({ data }) => data.day },
  { title: 'Von', width: 72, cell: ({ data }) => data.fromTime },
  { title: 'Bis', width: 72, cell: ({ data }) => data.tillTime },
];
/** Where there is room for it. */
const coach: Column = { title: 'Coach-E-Mail', width: 208, cell: ({ data }) => data.coachEmail };
/** The same in one column, for a phone. */
const briefly: Column = {
  title: 'Termin',
  width: 128,
  cell: ({ data }) => (
    <>
      <div>{[data.day.slice(0, 2), germanDate(data.date)].filter(Boolean).join(', ')}</div>
      <div>{[data.fromTime, data.tillTime].filter(Boolean).join(' - ')}</div>
    </>
  ),
};

/** Rows of an import, 25 a page. */
export function RowTable({ rows, label, failed = false }: Props) {
  const { shown, setPage, ...pager } = usePage(rows, 25);
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'));
  const middle = phone ? [briefly] : wide ? [...appointment, coach] : appointment;
  const columns = failed ? [line, ...middle, message] : middle;
  return (
    <>
      <Table aria-label={label} size="small" sx={{ tableLayout: 'fixed', width: failed ? '100%' : 'auto' }}>
        <TableHead>
          <TableRow>
            {columns.map(({ title, width }) => (
              <TableCell key={title} sx={{ ...tableCell, width, color: 'text.secondary' }}>
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((row) => (
            <TableRow key={row.data.id}>
              {columns.map(({ title, cell }) => (
                <TableCell key={title} sx={tableCell}>
                  {cell(row) || '–'}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Pager label={label} {...pager} shown={shown.length} onChange={setPage} />
    </>
  );
}
