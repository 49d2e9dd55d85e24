import { StatusChip } from '../../features/appointments/ui/StatusChip.tsx';
import { germanMoment } from '../../shared/berlin.ts';
import { Fact } from '../../web/ui/layout/Fact.tsx';
import type { AppointmentAction, DetailedAppointment } from '../appointment-actions/appointmentActions.ts';
import AppointmentPanel from '../appointment-actions/AppointmentPanel.tsx';
import type { OverviewBooking } from '../../features/booking/contract.ts';
import { bookerOf, toAppointment } from './bookings.ts';

interface Props {
  /** Undefined if the booking is not in the list. */
  booking: OverviewBooking | undefined;
  /** The Berlin day, `yyyy-mm-dd`. */
  today: string;
  onChoose: (appointment: DetailedAppointment, action: AppointmentAction) => void;
  onClose: () => void;
}

/** The side panel with the details of a booking, whatever became of it (reference 4.11). */
export default function BookingPanel({ booking, today, onChoose, onClose }: Props) {
  return (
    <AppointmentPanel
      asAdmin
      appointment={booking && toAppointment(booking)}
      factsOf={() =>
        booking && (
          <>
            <Fact label="Status">
              <StatusChip status={booking.status} date={booking.date} today={today} />
            </Fact>
            <Fact label="Gebucht am">{germanMoment(new Date(booking.bookedAt))}</Fact>
            <Fact label="Gebucht von">{bookerOf(booking)}</Fact>
          </>
        )
      }
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
