import { statuses } from '../../shared/coaching.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { myAppointment, type OwnAppointment } from '../../features/booking/contract.ts';

/** The booking to reschedule: loading, failed to load, no longer found, or loaded. */
export interface Rescheduling {
  loading: boolean;
  error: unknown;
  retry: () => void;
  /** Null if nothing is being rescheduled, and if the booking is not found. */
  original: OwnAppointment | null;
}

/** Loads the booking that the address names in `statt` (reference 4.18); null for none. */
export function useRescheduling(insteadOf: number | null): Rescheduling {
  const mine = useApiQuery(myAppointment, {}, { enabled: insteadOf !== null });
  return {
    loading: insteadOf !== null && mine.isPending,
    error: insteadOf === null ? null : mine.error,
    retry: () => void mine.refetch(),
    original: mine.data?.data.find(({ id, status }) => id === insteadOf && status === statuses.booked) ?? null,
  };
}
