import Box from '@mui/material/Box';
import { Suspense, useCallback } from 'react';
import { germanDayBriefly, germanSlot } from '../../shared/berlin.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { isOver, startsInFuture, useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useLatest } from '../../web/useLatest.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { actionsFor } from '../appointment-actions/appointmentActions.ts';
import { RowActions } from '../appointment-actions/RowActions.tsx';
import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';
import { useAppointmentActions } from '../appointment-actions/useAppointmentActions.tsx';
import { getBookingOverview, type OverviewBooking } from '../../features/booking/contract.ts';
import { toAppointment } from './bookings.ts';

const BookingPanel = lazyComponent('BookingPanel', () => import('./BookingPanel.tsx'));

interface Props {
  bookings: readonly OverviewBooking[];
  /** The columns that are shown. */
  columns: readonly Column<OverviewBooking>[];
  /** The Berlin day, `yyyy-mm-dd`. Appointments before it are over. */
  today: string;
}

/** Shows one page of the bookings, each with the actions that admins can take on it (reference 4.11). */
export default function BookingTable({ bookings, columns, today }: Props) {
  const now = useNow();
  const { choose, dialogs } = useAppointmentActions(true, () => void invalidate(getBookingOverview));
  const { openId, openEntry, close } = useOpenEntry('termin');
  const handlersRef = useLatest({ choose, openEntry });
  const actionsOf = useCallback(
    (booking: OverviewBooking) => (
      <BookingActions
        booking={booking}
        onChoose={(...args) => handlersRef.current.choose(...args)}
        onOpen={() => handlersRef.current.openEntry(booking.id)}
      />
    ),
    [handlersRef],
  );
  return (
    <Box sx={{ '--actions-width': '92px' }}>
      <DataTable
        label="Buchungen"
        columns={columns}
        rows={bookings}
        keyOf={keyOf}
        actionsOf={actionsOf}
        phoneLines={(booking) => phoneLinesOf(booking, today)}
        isOver={(booking) => isOver(booking, now)}
        onOpen={({ id }) => openEntry(id)}
        openKey={openId}
        panel={
          openId !== null && (
            <Suspense fallback={<LoadingNotice />}>
              <BookingPanel
                booking={bookings.find(({ id }) => id === openId)}
                today={today}
                onChoose={choose}
                onClose={close}
              />
            </Suspense>
          )
        }
      />
      {dialogs}
    </Box>
  );
}

interface ActionsProps {
  booking: OverviewBooking;
  onChoose: ReturnType<typeof useAppointmentActions>['choose'];
  onOpen: () => void;
}

function BookingActions({ booking, onChoose, onOpen }: ActionsProps) {
  const appointment = toAppointment(booking);
  const actions = actionsFor(appointment, { isUpcoming: startsInFuture(appointment, useNow()), asAdmin: true });
  const appointmentName = `${booking.participant}, ${germanSlot(booking)}`;
  return (
    <>
      <RowActions
        actions={actions}
        asAdmin
        appointmentName={appointmentName}
        onChoose={(action) => onChoose(appointment, action)}
      />
      <RowButton
        icon="open"
        aria-label={`Details ${appointmentName}`}
        title={`Details ${appointmentName}`}
        onClick={onOpen}
      />
    </>
  );
}

/** Returns the two lines of a booking on a phone. The year of `today` is left out. */
function phoneLinesOf(booking: OverviewBooking, today: string) {
  return [
    <>
      {germanDayBriefly(booking.date, today)}, {booking.timeSlot.slice(0, 5)} Uhr{' '}
      <span className="cut-off">{booking.coach}</span>
    </>,
    <>
      <StatusChip status={booking.status} date={booking.date} today={today} />
      <span className="cut-off">{booking.participant}</span>
    </>,
  ] as const;
}

const keyOf = ({ id }: OverviewBooking) => id;
