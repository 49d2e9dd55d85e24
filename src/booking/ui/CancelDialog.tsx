import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { germanStretch } from '../../shared/berlin.ts';
import { longest } from '../../shared/lengths.ts';
import { ask, sessionEnded } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { useLeaving } from '../../web/ui/useLeaving.tsx';
import { bookable, cancelAppointment, myAppointment, type OwnAppointment } from '../contract.ts';

/** From where on the counter speaks. */
const nearEnd = 900;

interface Props {
  appointment: OwnAppointment;
  /** The appointment is cancelled and about to leave the list. */
  onCancelled: (appointment: OwnAppointment) => void;
  /** The dialog has gone from the screen. */
  onClosed: () => void;
}

/** 'Termin Stornieren' with an optional reason (spec participant §2). A failure stays here until the next try. */
export function CancelDialog({ appointment, onCancelled, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const id = useId();

  const cancel = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    try {
      await ask(cancelAppointment, { appointmentId: appointment.id, reason });
      toast.success('Der Termin wurde erfolgreich storniert!', 'booking');
      onCancelled(appointment);
      await renew(myAppointment, bookable);
      setOpen(false);
    } catch (problem) {
      if (sessionEnded(problem)) return;
      toast.error('Stornierung ist fehlgeschlagen!', 'booking');
      setError(problem);
      void renew(myAppointment);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const close = () => {
    if (!busy) setOpen(false);
  };
  const leaving = useLeaving(reason.trim() !== '' && !busy, close);
  return (
    <Dialog
      open={open}
      onClose={leaving.onClose}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-which`}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={`${id}-title`}>Termin Stornieren</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Typography id={`${id}-which`} sx={{ color: 'text.secondary' }}>
          {germanStretch(appointment)}, {appointment.coach}
        </Typography>
        {error !== null && <ErrorNotice error={error} message="Stornierung ist fehlgeschlagen!" />}
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
            <output>{reason.length >= nearEnd ? `${reason.length} von ${longest.reason} Zeichen` : ''}</output>
          }
          slotProps={{ htmlInput: { maxLength: longest.reason } }}
        />
      </DialogContent>
      <DialogActions>
        {leaving.question ?? (
          <>
            <Button onClick={close} disabled={busy}>
              Abbrechen
            </Button>
            <BusyButton color="error" busy={busy} busyText="Wird storniert..." onClick={() => void cancel()}>
              Termin stornieren
            </BusyButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
