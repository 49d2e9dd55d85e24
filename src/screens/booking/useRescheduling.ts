import { statuses } from '../../shared/coaching.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { listMyAppointments, type OwnAppointment } from '../../features/booking/contract.ts';

/** The booking to reschedule, and whether it is loading or could not be loaded. */
export interface Rescheduling {
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  /** Null if nothing is being rescheduled, or if the booking is not found. */
  originalBooking: OwnAppointment | null;
}

/** Loads the booking to reschedule (reference 4.18) by its id. If the id is null, nothing is loaded. */
export function useRescheduling(bookingId: number | null): Rescheduling {
  const bookings = useApiQuery(listMyAppointments, {}, { enabled: bookingId !== null });
  return {
    isLoading: bookingId !== null && bookings.isPending,
    error: bookingId === null ? null : bookings.error,
    retry: () => void bookings.refetch(),
    originalBooking:
      bookings.data?.data.find(({ id, status }) => id === bookingId && status === statuses.booked) ?? null,
  };
}
