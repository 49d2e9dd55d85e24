import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import { formatHeldUntil } from '../../features/booking/rules.ts';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import { CoachName } from '../../features/booking/ui/CoachName.tsx';
import { SlotTime } from '../../features/booking/ui/SlotTime.tsx';

/** The props that a slot's card needs for its button. */
export interface SlotBookingProps {
  /** The id of the slot that is being booked. */
  busySlotId: number | null;
  book: (slot: BookableAppointment) => void;
  /** Why the participant cannot book; '' if they can. */
  disabledReason: string;
  /** The button's text, and its text while the booking is in progress. */
  buttonTexts: { text: string; busyText: string };
  /** The Berlin day (`yyyy-mm-dd`) when the list was loaded. */
  today: string;
}

interface Props extends SlotBookingProps {
  slot: BookableAppointment;
  /** The message that says why the last attempt was refused; shown until the next attempt. */
  failureMessage: string | undefined;
}

/**
 * The card of a slot: time, type and coach, and a button to book the slot or, for a Speedcoaching, the link to join it.
 * Only screen readers get the labels of time, type and coach.
 */
export function SlotCard({ slot, failureMessage, busySlotId, book, disabledReason, buttonTexts, today }: Props) {
  const factsId = useId();
  const termsId = `${factsId}-terms`;
  return (
    <Card component="li" tabIndex={-1} data-entry sx={card}>
      <Box
        component="dl"
        id={factsId}
        sx={{ m: 0, flex: { xs: '1 1 160px', md: 'none' }, minWidth: 0, overflowWrap: 'anywhere' }}
      >
        <Label>Zeitraum</Label>
        <Box component="dd" sx={{ m: 0 }}>
          <SlotTime start={slot.start} end={slot.end} />
        </Box>
        <Label>Typ</Label>
        <Box component="dd" sx={{ m: 0, color: 'text.secondary', fontSize: '0.9375rem' }}>
          {slot.type}
        </Box>
        <Label>Coach</Label>
        <Box component="dd" sx={{ m: 0, mt: 1 }}>
          <CoachName name={slot.coach} id={slot.coachId} picture={slot.coachPicture} />
        </Box>
      </Box>
      {(slot.heldUntil || slot.stornoPossible === false) && (
        <Typography
          id={termsId}
          variant="body2"
          sx={{ flexBasis: { xs: '100%', md: 'auto' }, order: { xs: 2, md: 0 }, fontWeight: 600 }}
        >
          {slot.heldUntil && <span>{formatHeldUntil(slot.heldUntil, today)} </span>}
          {slot.stornoPossible === false && <span>Nicht mehr stornierbar</span>}
        </Typography>
      )}
      <Box sx={action}>
        {slot.type === 'Speedcoaching' ? (
          slot.href && <CoachingLink href={slot.href} describedBy={factsId} />
        ) : (
          <BusyButton
            busy={busySlotId === slot.id}
            busyText={buttonTexts.busyText}
            disabledReason={disabledReason}
            // The notice above the list already says so.
            reasonHidden
            aria-describedby={`${factsId} ${termsId}`}
            onClick={() => book(slot)}
          >
            {buttonTexts.text}
          </BusyButton>
        )}
      </Box>
      {failureMessage && (
        <Box sx={{ flexBasis: { xs: '100%', md: 'auto' }, order: 3, mb: -4 }}>
          <Notice kind="error" announced>
            {failureMessage}
          </Notice>
        </Box>
      )}
    </Card>
  );
}

function Label({ children }: { children: string }) {
  return (
    <Box component="dt" sx={visuallyHidden}>
      {children}
    </Box>
  );
}

/** On a narrow screen the button is beside the facts. On a wide screen it is at the bottom of the card. */
const card = {
  p: { xs: 3, sm: 4 },
  position: 'relative',
  display: 'flex',
  flexDirection: { xs: 'row', md: 'column' },
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  columnGap: 3,
  rowGap: 2,
  alignItems: { xs: 'center', md: 'stretch' },
  scrollMarginTop: 72,
} as const;

const action = {
  mt: { md: 'auto' },
  maxWidth: '100%',
  display: 'grid',
  justifyItems: { xs: 'end', md: 'stretch' },
  order: 1,
} as const;
