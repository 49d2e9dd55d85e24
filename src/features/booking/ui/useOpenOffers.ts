import { useMemo } from 'react';
import { wallClock } from '../../../shared/berlin.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { useNow } from '../../../web/clock.ts';
import { listMyWaitingEntries, type SlotOffer, type WaitingEntry } from '../../waiting/contract.ts';
import { listMyAppointments, type OwnAppointment } from '../contract.ts';

/** A slot that is held for the user at this minute. */
export interface OpenOffer {
  entry: WaitingEntry;
  offer: SlotOffer;
  /** The booking that is rescheduled to the slot if the user accepts; null for a new booking. */
  bookingToReschedule: OwnAppointment | null;
}

/**
 * Loads the slots that are held for the user (reference 12.7). The offers are undefined while they are loading for the
 * first time, and null if they could not be loaded.
 */
export function useOpenOffers(): OpenOffer[] | null | undefined {
  const waitingList = useApiQuery(listMyWaitingEntries, {});
  const entries = waitingList.data?.data;
  const { date, time } = useNow();
  const isRescheduling = entries?.some(({ offer, insteadOf }) => offer && insteadOf !== null) ?? false;
  const bookings = useApiQuery(listMyAppointments, {}, { enabled: isRescheduling });
  const ownAppointments = bookings.data?.data;
  // Without the memo, pages that defer this list would render twice each time.
  const openOffers = useMemo(
    () =>
      (entries ?? []).flatMap((entry): OpenOffer[] => {
        const { offer, insteadOf } = entry;
        if (!offer || !isAfter(offer.until, `${date} ${time}`)) return [];
        return [{ entry, offer, bookingToReschedule: ownAppointments?.find(({ id }) => id === insteadOf) ?? null }];
      }),
    [entries, ownAppointments, date, time],
  );
  const isFirstLoad = waitingList.isPending && waitingList.errorUpdateCount === 0;
  if (isFirstLoad || (isRescheduling && bookings.isPending)) return undefined;
  return entries ? openOffers : null;
}

/** Whether an ISO instant is in a later minute than `now`, which is `yyyy-mm-dd HH:mm` in Berlin. */
function isAfter(instant: string, now: string): boolean {
  const { date, time } = wallClock(new Date(instant));
  return `${date} ${time}` > now;
}
