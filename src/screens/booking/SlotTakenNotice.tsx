import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { useEffect, useId, useRef } from 'react';
import { germanInterval } from '../../shared/berlin.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import type { FailedBooking } from '../../features/booking/rules.ts';
import type { SlotBookingProps } from './SlotCard.tsx';

interface Props extends SlotBookingProps {
  failure: FailedBooking;
  /** The next free slots, which can be booked from the notice; empty if they would be refused for the same reason. */
  alternatives: readonly BookableAppointment[];
  /** For each refused attempt, the message that says why, by slot id. */
  failureMessages: ReadonlyMap<number, string>;
}

/**
 * Replaces the card of a slot that is no longer free. The notice gives the reason and offers other slots. It takes the
 * focus, since the button that had the focus has disappeared.
 */
export default function SlotTakenNotice({ failure, alternatives, failureMessages, ...bookingProps }: Props) {
  const notice = useRef<HTMLLIElement>(null);
  const id = useId();
  const { slot, message } = failure;
  useEffect(() => notice.current?.focus(), []);
  return (
    <Card
      component="li"
      ref={notice}
      tabIndex={-1}
      data-entry
      aria-labelledby={id}
      sx={{
        p: { xs: 4, sm: 5 },
        gridColumn: '1 / -1',
        bgcolor: (t) => t.vars.palette.Alert.warningStandardBg,
        color: (t) => t.vars.palette.Alert.warningColor,
      }}
    >
      <Box id={id}>
        <Typography sx={{ fontWeight: 700 }}>{message}</Typography>
        <Typography>
          {germanInterval(slot)}, {slot.coach}
        </Typography>
      </Box>
      {alternatives.length > 0 && (
        <>
          <Typography sx={{ mt: 3 }}>Als Nächstes frei:</Typography>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gap: 3 }}>
            {alternatives.map((alternative) => (
              <Alternative
                key={alternative.id}
                slot={alternative}
                failureMessage={failureMessages.get(alternative.id)}
                {...bookingProps}
              />
            ))}
          </Box>
        </>
      )}
    </Card>
  );
}

function Alternative({
  slot,
  failureMessage,
  busySlotId,
  book,
  disabledReason,
  buttonTexts,
}: SlotBookingProps & { slot: BookableAppointment; failureMessage: string | undefined }) {
  const id = useId();
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Typography id={id} sx={{ flex: '1 1 260px' }}>
        {germanInterval(slot)}, {slot.coach}
        {slot.stornoPossible === false && (
          <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
            Nicht mehr stornierbar
          </Box>
        )}
        {failureMessage && (
          <Box component="span" role="alert" sx={{ display: 'block', fontWeight: 700 }}>
            {failureMessage}
          </Box>
        )}
      </Typography>
      <BusyButton
        busy={busySlotId === slot.id}
        busyText={buttonTexts.busyText}
        disabledReason={disabledReason}
        aria-describedby={id}
        onClick={() => book(slot)}
      >
        {buttonTexts.text}
      </BusyButton>
    </Box>
  );
}
