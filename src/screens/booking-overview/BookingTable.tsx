import Box from '@mui/material/Box';
import { useCallback, useMemo } from 'react';
import { germanMoment, germanSlot } from '../../shared/berlin.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { isOver, startsInFuture, useNow } from '../../web/clock.ts';
import { useLatest } from '../../web/useLatest.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { actionsFor, type StaffAppointment } from '../appointment-actions/appointmentActions.ts';
import { RowActions } from '../appointment-actions/RowActions.tsx';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';
import { useAppointmentActions } from '../appointment-actions/useAppointmentActions.tsx';
import { getBookingOverview, type OverviewBooking } from '../../features/booking/contract.ts';

interface Props {
  bookings: readonly OverviewBooking[];
  /** The Berlin day, `yyyy-mm-dd`. Appointments before it are over. */
  today: string;
}

/** Shows one page of the bookings, each with the actions that admins can take on it (reference 4.11). */
export default function BookingTable({ bookings, today }: Props) {
  const now = useNow();
  const columns = useMemo(() => bookingColumns(today), [today]);
  const { choose, dialogs } = useAppointmentActions(true, () => void invalidate(getBookingOverview));
  const latestChoose = useLatest(choose);
  const actionsOf = useCallback(
    (booking: OverviewBooking) => (
      <BookingActions booking={booking} onChoose={(...args) => latestChoose.current(...args)} />
    ),
    [latestChoose],
  );
  return (
    <Box sx={{ '--actions-width': '48px' }}>
      <DataTable
        label="Buchungen"
        columns={columns}
        rows={bookings}
        keyOf={keyOf}
        headingOf={headingOf}
        actionsOf={actionsOf}
        isOver={(booking) => isOver(booking, now)}
      />
      {dialogs}
    </Box>
  );
}

interface ActionsProps {
  booking: OverviewBooking;
  onChoose: ReturnType<typeof useAppointmentActions>['choose'];
}

function BookingActions({ booking, onChoose }: ActionsProps) {
  const appointment = toStaffAppointment(booking);
  const actions = actionsFor(appointment, { isUpcoming: startsInFuture(appointment, useNow()), asAdmin: true });
  const appointmentName = `${booking.participant}, ${germanSlot(booking)}`;
  return (
    <RowActions
      actions={actions}
      appointmentName={appointmentName}
      onChoose={(action) => onChoose(appointment, action)}
    />
  );
}

/** Converts a booking to a `StaffAppointment`. */
function toStaffAppointment({
  participant,
  participantEmail,
  coach,
  type,
  ...booking
}: OverviewBooking): StaffAppointment {
  return {
    ...booking,
    isSpeedcoaching: type === 'Speedcoaching',
    reserved: false,
    coachFullName: coach,
    participantFullName: participant,
    participantEmail,
  };
}

const keyOf = ({ id }: OverviewBooking) => id;
const headingOf = ({ participant }: OverviewBooking) => participant;

function bookingColumns(today: string): Column<OverviewBooking>[] {
  return [
    {
      name: 'bookedAt',
      title: 'Gebucht am',
      width: 'clamp(136px, 14.6vw, 208px)',
      cell: ({ bookedAt }) => germanMoment(new Date(bookedAt)),
    },
    {
      name: 'participant',
      title: 'Teilnehmer:in',
      hiddenOnCards: true,
      oneLine: true,
      cell: ({ participant }) => participant,
    },
    { name: 'bookedBy', title: 'Gebucht von', minBreakpoint: 'lg', oneLine: true, cell: bookerOf },
    { name: 'coach', title: 'Coach', minBreakpoint: 'md', oneLine: true, cell: ({ coach }) => coach },
    {
      name: 'when',
      title: 'Termin',
      width: 'clamp(152px, 18.3vw, 264px)',
      cell: (booking) => (
        <>
          {germanSlot(booking)}
          <span className="below-md">{booking.coach}</span>
        </>
      ),
    },
    { name: 'type', title: 'Typ', width: '120px', minBreakpoint: 'xl', cell: ({ type }) => type },
    {
      name: 'status',
      title: 'Status',
      width: '120px',
      cell: ({ status, date }) => <StatusChip status={status} date={date} today={today} />,
    },
  ];
}

/** Returns the name of the person who booked ('selbst' for the participant), or '' if it is unknown. */
function bookerOf({ selfBooked, bookedBy: name }: OverviewBooking): string {
  return selfBooked ? 'selbst' : name;
}
