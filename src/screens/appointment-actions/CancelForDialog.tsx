import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { statuses } from '../../shared/coaching.ts';
import { useBackCloses } from '../../web/address/useBackCloses.ts';
import { callApi } from '../../web/calls/api.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { startsInFuture, useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { toActionFlags, changeBooking } from '../../features/booking/admin/contract.ts';
import type { AdminAction } from '../../features/booking/admin/rules.ts';
import { changedText } from './doneTexts.ts';
import { ReasonField } from './ReasonField.tsx';
import type { StaffDialogProps } from './staffDialog.ts';
import { setBack, toastWithUndo } from './undo.ts';

interface Props extends StaffDialogProps {
  /** How to cancel the booking: 'cancelled' as a Stornierung, 'goodwill' as a Kulanz. */
  action: 'cancelled' | 'goodwill';
}

/** The action that makes an appointment again what it was before it was cancelled, for each such status. */
const earlierActions: Partial<Record<StaffDialogProps['appointment']['status'], AdminAction>> = {
  G: 'booked',
  V: 'missed',
};

/**
 * Cancels a participant's booking, with a reason for the mails (reference 4.22). If the slot has not begun yet, the
 * user chooses whether it becomes free again.
 */
export default function CancelForDialog({ appointment, when, action, onDone, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const id = useId();
  const now = useNow();
  const isUpcoming = startsInFuture(appointment, now);
  const cancel = async ({ release }: { release: boolean }) => {
    const flags = toActionFlags(action);
    await callApi(changeBooking, {
      appointmentId: appointment.id,
      action: flags,
      release,
      reason: reason.trim(),
      seenStatus: appointment.status,
    });
    const successText = changedText(appointment, action);
    const earlierAction = earlierActions[appointment.status];
    if (earlierAction)
      toastWithUndo(successText, 'correction', async () => setBack(appointment.id, earlierAction, statuses.cancelled), [
        appointment.id,
      ]);
    else toast.success(successText, 'correction', undefined, [appointment.id]);
    onDone();
    setOpen(false);
  };
  const { busy, failure, submit } = useSubmit(cancel, () => toast.error('Es ist ein Fehler', 'correction'));
  useBackCloses(open, () => !busy && setOpen(false));
  return (
    <Dialog
      open={open}
      onClose={() => !busy && setOpen(false)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={`${id}-title`}>
        {action === 'goodwill' ? 'Termin aus Kulanz stornieren?' : 'Termin stornieren?'}
      </DialogTitle>
      <DialogContent>
        <Box id={`${id}-text`} sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 700 }}>
            {appointment.participantFullName}, {when}, {appointment.coachFullName}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>
            Beide bekommen eine E-Mail.
            {action === 'goodwill' && ' In der Liste der Person bleibt der Termin stehen, als aus Kulanz storniert.'}
          </Typography>
        </Box>
        {failure !== null && <ErrorNotice error={failure} />}
        <ReasonField value={reason} onChange={setReason} />
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setOpen(false)} disabled={busy}>
          Abbrechen
        </Button>
        {isUpcoming && (
          <Button variant="outlined" color="error" disabled={busy} onClick={() => void submit({ release: false })}>
            Stornieren, Zeit bleibt zu
          </Button>
        )}
        <Button variant="contained" color="error" disabled={busy} onClick={() => void submit({ release: true })}>
          {isUpcoming ? 'Stornieren und Zeit freigeben' : 'Stornieren'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
