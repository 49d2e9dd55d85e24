import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { germanInterval } from '../../shared/berlin.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { callApi } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useSubmit } from '../../web/calls/useSubmit.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import {
  listBookableSlots,
  cancelAppointment,
  listMyAppointments,
  type OwnAppointment,
} from '../../features/booking/contract.ts';
import { getReschedulePath } from '../../features/booking/ui/reschedulePath.ts';

/** The length of the reason, in characters, from which the character counter is shown. */
const counterThreshold = 900;

interface Props {
  appointment: OwnAppointment;
  /** Called when the appointment has been cancelled and is about to leave the list. */
  onCancelled: (appointment: OwnAppointment) => void;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/**
 * The dialog that cancels a booking with an optional reason (reference 4.9). It shows a failure until the next attempt.
 */
export default function CancelDialog({ appointment, onCancelled, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const id = useId();

  const cancel = async () => {
    await callApi(cancelAppointment, { appointmentId: appointment.id, reason });
    onCancelled(appointment);
    await invalidate(listMyAppointments, listBookableSlots);
    // The success is shown after the refetch. Until then the button shows that the cancellation is in progress.
    toast.success('Der Termin wurde erfolgreich storniert!', 'booking');
    setOpen(false);
  };
  const { busy, failure, submit } = useSubmit(cancel, () => {
    toast.error('Stornierung ist fehlgeschlagen!', 'booking');
    void invalidate(listMyAppointments);
  });

  return (
    <FormDialog
      title="Termin Stornieren"
      describedBy={`${id}-which`}
      open={open}
      busy={busy}
      isChanged={reason.trim() !== ''}
      onSubmit={submit}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Termin stornieren"
      busyText="Wird storniert..."
      color="error"
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography id={`${id}-which`} sx={{ color: 'text.secondary' }}>
          {germanInterval(appointment)}, {appointment.coach}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 2, alignItems: 'center' }}>
          <Typography id={`${id}-rather`} sx={{ flex: '1 1 240px' }}>
            <strong>Lieber verlegen?</strong> Dann behältst du dein Coaching und wählst nur eine andere Zeit.
          </Typography>
          <Button
            variant="outlined"
            component={RouterLink}
            to={getReschedulePath(appointment)}
            aria-describedby={`${id}-rather`}
          >
            Umbuchen
          </Button>
        </Box>
        {failure !== null && <ErrorNotice error={failure} message="Stornierung ist fehlgeschlagen!" />}
        <Typography component="label" htmlFor={`${id}-reason`} sx={{ fontWeight: 600 }}>
          Möchten Sie einen Grund für die Stornierung angeben?
        </Typography>
        <TextField
          id={`${id}-reason`}
          multiline
          minRows={3}
          maxRows={8}
          fullWidth
          placeholder="Dies ist optional..."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          helperText={
            <output>
              {reason.length >= counterThreshold ? `${reason.length} von ${maxLengths.reason} Zeichen` : ''}
            </output>
          }
          slotProps={{ htmlInput: { maxLength: maxLengths.reason } }}
        />
      </Box>
    </FormDialog>
  );
}
