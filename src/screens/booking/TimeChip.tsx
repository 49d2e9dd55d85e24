import Box from '@mui/material/Box';
import { memo } from 'react';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import type { BookableAppointment } from '../../features/booking/contract.ts';
import { formatHeldUntil } from '../../features/booking/rules.ts';
import type { SlotBookingProps } from './SlotCard.tsx';

interface Props extends Pick<SlotBookingProps, 'book' | 'buttonTexts' | 'today'> {
  slot: BookableAppointment;
  /** Whether the slot is being booked. */
  isBusy: boolean;
  /** Whether the chip shows the coach, because no heading does. */
  hasCoach: boolean;
}

/**
 * The start of a slot as a button, which opens the slot's details (reference 4.25). Screen readers also get the end,
 * the type and the coach. It is memoised, because a page may have hundreds, and a slow phone would take a third of a
 * second to render all of them again before a tap shows any effect.
 */
export const TimeChip = memo(function TimeChip({ slot, isBusy, hasCoach, book, buttonTexts, today }: Props) {
  const isLate = slot.stornoPossible === false;
  const isSpeedcoaching = slot.type === 'Speedcoaching';
  const visibleFact = isSpeedcoaching ? slot.type : slot.heldUntil ? 'reserviert' : hasCoach ? slot.coach : '';
  const visibleLine = isBusy ? buttonTexts.busyText : visibleFact;
  const hiddenFacts = [
    ` bis ${slot.end} Uhr`,
    isSpeedcoaching ? '' : slot.type,
    isLate ? 'nicht mehr stornierbar' : '',
    slot.heldUntil ? formatHeldUntil(slot.heldUntil, today) : '',
    visibleLine === slot.coach ? '' : slot.coach,
  ].filter(Boolean);
  return (
    <Box
      component="button"
      type="button"
      aria-haspopup="dialog"
      aria-busy={isBusy}
      onClick={() => book(slot)}
      sx={isLate ? lateChip : chip}
    >
      <Box component="strong" sx={{ fontSize: '1.125rem', lineHeight: 1.2 }}>
        {slot.start}
      </Box>
      <Box component="span" sx={visuallyHidden}>
        {`${hiddenFacts.join(', ')}${visibleLine ? ', ' : ''}`}
      </Box>
      {visibleLine && (
        <Box component="span" sx={line}>
          {visibleLine}
        </Box>
      )}
    </Box>
  );
});

const chip = {
  position: 'relative',
  width: '100%',
  minHeight: 48,
  px: 2,
  py: 1,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gridTemplateColumns: 'minmax(0, max-content)',
  border: 1,
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
  color: 'text.primary',
  font: 'inherit',
  cursor: 'pointer',
  '&:hover': { borderColor: 'primary.main' },
} as const;

/** The dashed border marks a slot that could not be cancelled once booked; the details say so in words. */
const lateChip = { ...chip, borderStyle: 'dashed', color: 'text.secondary' } as const;

const line = {
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.75rem',
  lineHeight: 1.3,
  color: 'text.secondary',
} as const;
