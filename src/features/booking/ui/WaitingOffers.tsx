import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { germanInterval, wallClock } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { useNow } from '../../../web/clock.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { declineOffer, listMyWaitingEntries, type WaitingEntry } from '../../waiting/contract.ts';
import { listBookableSlots, listMyAppointments, type OwnAppointment } from '../contract.ts';
import { formatHeldUntil } from '../rules.ts';
import type { Offer, TakeOfferProps } from './TakeOffer.tsx';

interface Props {
  /** The button that books an offered slot. It is a prop, because pages other than the booking page load it lazily. */
  TakeOffer: ComponentType<TakeOfferProps>;
  /**
   * The id of the waiting list entry in the mail link that opened the page; null if no mail link did. The offer of this
   * entry gets the focus. If the offer has ended, a notice says so.
   */
  linkedEntryId?: number | null;
}

/** Shows the slots that are held for the participant, who can book or decline each of them (reference 12.7). */
export default function WaitingOffers({ TakeOffer, linkedEntryId = null }: Props) {
  const waitingList = useApiQuery(listMyWaitingEntries, {});
  const { date, time } = useNow();
  const offers = (waitingList.data?.data ?? []).flatMap((entry) =>
    entry.offer && isAfter(entry.offer.until, `${date} ${time}`) ? [{ entry, offer: entry.offer }] : [],
  );
  const isRescheduling = offers.some(({ entry }) => entry.insteadOf !== null);
  const ownAppointments = useApiQuery(listMyAppointments, {}, { enabled: isRescheduling });
  const hasLinkedOffer = offers.some(({ entry }) => entry.waitingId === linkedEntryId);
  return (
    <>
      {linkedEntryId !== null && waitingList.data && !hasLinkedOffer && (
        <Notice kind="info" announced>
          Dieser Termin ist nicht mehr für dich reserviert. Unten siehst du, was sonst frei ist.
        </Notice>
      )}
      {offers.length > 0 && (
        <Box component="section" aria-label="Für dich reserviert" sx={{ mb: 6, display: 'grid', gap: 4 }}>
          {offers.map(({ entry, offer }) => (
            <OfferCard
              key={offer.appointmentId}
              TakeOffer={TakeOffer}
              entry={entry}
              offer={offer}
              bookingToReschedule={ownAppointments.data?.data.find(({ id }) => id === entry.insteadOf) ?? null}
              focused={entry.waitingId === linkedEntryId}
              today={date}
            />
          ))}
        </Box>
      )}
    </>
  );
}

/** Whether an ISO instant is in a later minute than `now`, which is `yyyy-mm-dd HH:mm` in Berlin. */
function isAfter(instant: string, now: string): boolean {
  const { date, time } = wallClock(new Date(instant));
  return `${date} ${time}` > now;
}

interface CardProps extends Pick<Props, 'TakeOffer'> {
  entry: WaitingEntry;
  offer: Offer;
  /** The booking to be rescheduled to the slot; null for a new booking, and until it is loaded. */
  bookingToReschedule: OwnAppointment | null;
  /** Whether the card gets the focus when it appears. */
  focused: boolean;
  /** The current Berlin day, `yyyy-mm-dd`. */
  today: string;
}

/** A card with one offer and its two buttons. */
function OfferCard({ TakeOffer, entry, offer, bookingToReschedule, focused, today }: CardProps) {
  const [errorMessage, setErrorMessage] = useState('');
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!focused) return;
    // Wait for the effect of the page frame, which moves the focus to the page's title.
    const timer = setTimeout(() => card.current?.focus());
    return () => clearTimeout(timer);
  }, [focused]);

  useLayoutEffect(() => {
    const cardElement = card.current;
    // If the card disappears while one of its buttons has the focus, the page's title gets the focus.
    return () => {
      if (cardElement?.contains(document.activeElement)) document.querySelector('h1')?.focus({ preventScroll: true });
    };
  }, []);

  const decline = async () => {
    setErrorMessage('');
    try {
      await callApi(declineOffer, { waitingId: entry.waitingId });
      await invalidate(listMyWaitingEntries, listBookableSlots);
      toast.success('Abgelehnt. Du stehst weiter auf der Warteliste.', 'booking');
    } catch (problem) {
      if (!isSessionEndedError(problem)) setErrorMessage(errorMessageOf(problem));
    }
  };
  return (
    <Card
      ref={card}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-held`}
      sx={{
        p: { xs: 4, sm: 5 },
        bgcolor: (t) => t.vars.palette.Alert.successStandardBg,
        color: (t) => t.vars.palette.Alert.successColor,
      }}
    >
      <Typography id={`${id}-held`} variant="h2">
        {formatHeldUntil(offer.until, today)}
      </Typography>
      <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center' }}>
        <Box id={`${id}-what`} sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>
            {germanInterval(offer)}, {offer.coach}
          </Typography>
          {bookingToReschedule && (
            <Typography>
              Dafür verlegst du: {germanInterval(bookingToReschedule)}, {bookingToReschedule.coach}
            </Typography>
          )}
        </Box>
        <Box
          sx={{
            display: 'flex',
            gap: 2,
            width: { xs: '100%', sm: 'auto' },
            flexWrap: { xs: 'wrap', sm: 'nowrap' },
            '& > .MuiButton-root': { flex: '1 1 130px' },
          }}
        >
          <Suspense>
            <TakeOffer
              offer={offer}
              reschedulingId={entry.insteadOf}
              bookingToReschedule={bookingToReschedule}
              describedBy={`${id}-what`}
              onErrorChange={setErrorMessage}
            />
          </Suspense>
          <TwoStepButton color="inherit" aria-describedby={`${id}-what`} onConfirm={() => void decline()}>
            Ablehnen
          </TwoStepButton>
        </Box>
      </Box>
      {errorMessage && (
        <Box sx={{ mt: 4, mb: -4 }}>
          <Notice kind="error" announced>
            {errorMessage}
          </Notice>
        </Box>
      )}
    </Card>
  );
}
