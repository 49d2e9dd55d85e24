import { statuses } from '../../shared/coaching.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { myAppointment, type OwnAppointment } from '../../features/booking/contract.ts';

/** The booking to reschedule, and whether it is loading or failed to load. */
export interface Rescheduling {
  loading: boolean;
  error: unknown;
  retry: () => void;
  /** Null if nothing is being rescheduled, or if the booking is not found. */
  original: OwnAppointment | null;
}

/** Loads the booking to reschedule (reference 4.18) by its id, or nothing if the id is null. */
export function useRescheduling(insteadOf: number | null): Rescheduling {
  const bookings = useApiQuery(myAppointment, {}, { enabled: insteadOf !== null });
  return {
    loading: insteadOf !== null && bookings.isPending,
    error: insteadOf === null ? null : bookings.error,
    retry: () => void bookings.refetch(),
    original: bookings.data?.data.find(({ id, status }) => id === insteadOf && status === statuses.booked) ?? null,
  };
}
