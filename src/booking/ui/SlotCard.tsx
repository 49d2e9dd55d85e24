import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import { useId } from 'react';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import type { BookableAppointment } from '../contract.ts';
import { CoachingLink } from './CoachingLink.tsx';

/** What a card needs to book its slot. */
export interface Booking {
  /** Id of the slot that is being booked. */
  busy: number | null;
  book: (slot: BookableAppointment) => void;
  /** Why nothing can be booked, '' when it can. */
  offReason: string;
}

interface Props extends Booking {
  slot: BookableAppointment;
  /** Why the last try was refused; stays until the next one. */
  sentence: string | undefined;
}

/** One slot: when, what, with whom; booked, or opened in a new tab where no booking is needed. */
export function SlotCard({ slot, sentence, busy, book, offReason }: Props) {
  const facts = useId();
  return (
    <Card component="li" tabIndex={-1} data-entry sx={{ p: { xs: 4, sm: 5 }, scrollMarginTop: 72 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center' }}>
        <Box id={facts} sx={{ flex: '1 1 280px', minWidth: 0 }}>
          <Facts>
            <Fact label="Zeitraum">
              {slot.start} bis {slot.end} Uhr
            </Fact>
            <Fact label="Typ">{slot.type}</Fact>
            <Fact label="Coach">{slot.coach}</Fact>
          </Facts>
        </Box>
        <Box sx={{ display: 'grid', justifyItems: { xs: 'stretch', sm: 'end' }, width: { xs: '100%', sm: 'auto' } }}>
          {slot.type === 'Speedcoaching' ? (
            slot.href && <CoachingLink href={slot.href} describedBy={facts} />
          ) : (
            <BusyButton
              busy={busy === slot.id}
              busyText="Buchen..."
              disabledReason={offReason}
              aria-describedby={facts}
              onClick={() => book(slot)}
            >
              Buchen
            </BusyButton>
          )}
        </Box>
      </Box>
      {sentence && (
        <Box sx={{ mt: 4, mb: -4 }}>
          <Notice kind="error" announced>
            {sentence}
          </Notice>
        </Box>
      )}
    </Card>
  );
}
