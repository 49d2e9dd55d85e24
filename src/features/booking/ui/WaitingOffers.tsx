import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { germanInterval } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { useNow } from '../../../web/clock.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { declineOffer, listMyWaitingEntries } from '../../waiting/contract.ts';
import { listBookableSlots } from '../contract.ts';
import { formatHeldUntil } from '../rules.ts';
import type { TakeOfferProps } from './TakeOffer.tsx';
import type { OpenOffer } from './useOpenOffers.ts';

interface Props {
  offers: readonly OpenOffer[];
  /** The button that books an offered slot. It is a prop, because pages other than the booking page load it lazily. */
  TakeOffer: ComponentType<TakeOfferProps>;
  /**
   * The id of the waiting list entry in the mail link that opened the page; null if no mail link did. The offer of this
   * entry gets the focus. If the offer has ended, a notice says so.
   */
  linkedEntryId?: number | null;
}

/** Shows the slots that are held for the participant, who can book or decline each of them (reference 12.7). */
export default function WaitingOffers({ offers, TakeOffer, linkedEntryId = null }: Props) {
  const { date } = useNow();
  const hasLinkedOffer = offers.some(({ entry }) => entry.waitingId === linkedEntryId);
  return (
    <>
      {linkedEntryId !== null && !hasLinkedOffer && (
        <Notice kind="info" announced>
          Dieser Termin ist nicht mehr für dich reserviert. Unten siehst du, was sonst frei ist.
        </Notice>
      )}
      {offers.length > 0 && (
        <Box component="section" aria-label="Für dich reserviert" sx={{ mb: 6, display: 'grid', gap: 4 }}>
          {offers.map((openOffer) => (
            <OfferCard
              key={openOffer.offer.appointmentId}
              TakeOffer={TakeOffer}
              {...openOffer}
              focused={openOffer.entry.waitingId === linkedEntryId}
              today={date}
            />
          ))}
        </Box>
      )}
    </>
  );
}

interface CardProps extends OpenOffer, Pick<Props, 'TakeOffer'> {
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
          <Suspense fallback={<TakeOfferPlaceholder isRescheduling={entry.insteadOf !== null} />}>
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

/** Takes the room of the button that books the slot until its code is loaded. */
function TakeOfferPlaceholder({ isRescheduling }: { isRescheduling: boolean }) {
  return (
    <Button variant="contained" disabled>
      {isRescheduling ? 'Hierhin verlegen' : 'Buchen'}
    </Button>
  );
}
