import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { germanSlot } from '../../shared/berlin.ts';
import { isOver, startsInFuture, useNow } from '../../web/clock.ts';
import { StateChip } from '../../web/ui/notices/StateChip.tsx';
import { CoachingLink } from '../../features/booking/ui/CoachingLink.tsx';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { describeHold } from '../../features/appointments/rules.ts';
import { AppointmentStatus } from '../../features/appointments/ui/AppointmentStatus.tsx';
import { actionsFor, type AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import { planActions, planRow, planTime, planText } from './planStyle.ts';
import { BookInRow } from '../appointment-actions/BookInRow.tsx';
import { RowActions } from '../appointment-actions/RowActions.tsx';

interface Props {
  slot: OverviewRow;
  asAdmin: boolean;
  onChoose: (action: AppointmentAction) => void;
}

/** An unbooked slot of the plan: free, reserved for a participant, or a Speedcoaching. */
export function OpenSlot({ slot, asAdmin, onChoose }: Props) {
  const now = useNow();
  const id = useId();
  const hasEnded = isOver(slot, now);
  const isUpcoming = startsInFuture(slot, now);
  const actions = actionsFor(slot, { isUpcoming, asAdmin });
  const slotText = germanSlot(slot);
  return (
    <Box component="li" data-entry="open" tabIndex={-1} sx={{ ...planRow, ...openSlot }}>
      <Box id={id} sx={{ ...planText, flex: '1 1 148px' }}>
        <Typography component="span" variant="body2" sx={{ ...planTime, color: 'text.secondary' }}>
          {slot.timeSlot} Uhr
        </Typography>
        {slot.isSpeedcoaching ? (
          <StateChip tone="info" icon="speed">
            Speedcoaching
          </StateChip>
        ) : (
          <AppointmentStatus appointment={slot} />
        )}
        {slot.heldUntil && (
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
            {describeHold(slot.heldUntil)}
          </Typography>
        )}
      </Box>
      <Box className="no-print" sx={planActions}>
        {slot.isSpeedcoaching && slot.href && !hasEnded && <CoachingLink href={slot.href} describedBy={id} quiet />}
        {actions.includes('bookFor') && <BookInRow appointmentName={slotText} onClick={() => onChoose('bookFor')} />}
        {actions.length > 0 && (
          <RowActions
            actions={actions}
            asAdmin={asAdmin}
            appointmentName={slotText}
            isHeld={slot.reserved}
            onChoose={onChoose}
          />
        )}
      </Box>
    </Box>
  );
}

const openSlot = {
  border: '1px dashed',
  borderColor: 'divider',
  borderRadius: '12px',
  // Aligns the time with the times of the appointments, which have an arrow before them, on a phone behind them.
  pl: { xs: 3, sm: '42px' },
  pr: 2,
  py: 0.5,
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
} as const;
