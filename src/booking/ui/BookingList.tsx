import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { statusWord } from '../../appointments/rules.ts';
import { germanMoment, germanStretch } from '../../shared/berlin.ts';
import { usePrinting } from '../../web/printing.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { tableCell, tableOnPaper } from '../../web/ui/tableCell.ts';
import type { MadeBooking } from '../contract.ts';

interface Props {
  bookings: readonly MadeBooking[];
  /** `yyyy-mm-dd`; tells booked from over. */
  today: string;
}

interface Column {
  title: string;
  width?: string;
  cell: (booking: MadeBooking) => ReactNode;
}

const columns: Column[] = [
  { title: 'Gebucht am', width: '12%', cell: ({ bookedAt }) => <Lines of={germanMoment(new Date(bookedAt))} /> },
  { title: 'Gebucht von', cell: bookedBy },
  { title: 'Teilnehmer:in', cell: ({ participant }) => participant },
  { title: 'Coach', cell: ({ coach }) => coach },
  { title: 'Termin', width: '16%', cell: (booking) => <Lines of={stretchOf(booking)} /> },
  { title: 'Typ', width: '13%', cell: ({ type }) => type },
];

/** Bookings as a table, on paper too, or as cards where that would be too narrow. */
export function BookingList({ bookings, today }: Props) {
  const wide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true });
  const printing = usePrinting();
  return wide || printing ? <Rows bookings={bookings} today={today} /> : <Cards bookings={bookings} today={today} />;
}

function Rows({ bookings, today }: Props) {
  return (
    <Table aria-label="Buchungen" sx={{ tableLayout: 'fixed', ...tableOnPaper }}>
      <TableHead>
        <TableRow>
          {columns.map(({ title, width }) => (
            <TableCell key={title} sx={{ ...cellSx, width, color: 'text.secondary' }}>
              {title}
            </TableCell>
          ))}
          <TableCell sx={{ ...cellSx, width: '10%', color: 'text.secondary' }}>Status</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {bookings.map((booking) => (
          <TableRow key={booking.id}>
            {columns.map(({ title, cell }) => (
              <TableCell key={title} sx={cellSx}>
                {cell(booking) || '–'}
              </TableCell>
            ))}
            <TableCell sx={cellSx}>
              <Status booking={booking} today={today} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Cards({ bookings, today }: Props) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {bookings.map((booking) => (
        <Card key={booking.id} component="li" sx={{ p: 4 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'start', gap: 3, mb: 3 }}>
            <Typography sx={{ fontWeight: 700, minWidth: 0, overflowWrap: 'anywhere' }}>
              {booking.participant}
            </Typography>
            <Status booking={booking} today={today} />
          </Box>
          <Facts>
            {columns
              .filter(({ title }) => title !== 'Teilnehmer:in')
              .map(({ title, cell }) => (
                <Fact key={title} label={title}>
                  {cell(booking)}
                </Fact>
              ))}
          </Facts>
        </Card>
      ))}
    </Box>
  );
}

/** A day and its time, the latter not broken: 'Mo, 30.11.2026, ' and '09:00 Uhr'. */
function Lines({ of: moment }: { of: string }) {
  const time = moment.lastIndexOf(', ') + 2;
  return (
    <>
      {moment.slice(0, time)}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {moment.slice(time)}
      </Box>
    </>
  );
}

const colors = { F: 'default', G: 'primary', V: 'error', K: 'warning' } as const;

function Status({ booking: { status, date }, today }: { booking: MadeBooking; today: string }) {
  return <Chip size="small" variant="outlined" color={colors[status]} label={statusWord(status, date, today)} />;
}

function stretchOf({ date, timeSlot }: MadeBooking): string {
  return germanStretch({ date, start: timeSlot.slice(0, 5), end: timeSlot.slice(-5) });
}

/** By whom, '' where nobody knows. */
function bookedBy({ selfBooked, bookedBy: name }: MadeBooking): string {
  return selfBooked ? 'selbst' : name;
}

const cellSx = { ...tableCell, py: 2.5, hyphens: 'auto' } as const;
