import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useBackCloses } from '../../web/address/useBackCloses.ts';

interface Props {
  /** The participant's name and the appointment's time. */
  description: string;
  /**
   * Called when the dialog has disappeared: true if the slot becomes free again, false if it stays closed, null if the
   * appointment is not cancelled.
   */
  onAnswer: (release: boolean | null) => void;
}

/** Asks whether to cancel an appointment, and whether its slot becomes free again. */
export default function ReleaseDialog({ description, onAnswer }: Props) {
  const [open, setOpen] = useState(true);
  const [choice, setChoice] = useState<boolean | null>(null);
  const id = useId();
  const close = (release: boolean | null) => {
    setChoice(release);
    setOpen(false);
  };
  useBackCloses(open, () => close(null));
  return (
    <Dialog
      open={open}
      onClose={() => close(null)}
      fullWidth
      maxWidth="sm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ transition: { onExited: () => onAnswer(choice) } }}
    >
      <DialogTitle id={`${id}-title`}>Termin stornieren?</DialogTitle>
      <DialogContent id={`${id}-text`}>
        <Typography sx={{ color: 'text.secondary', mb: 3, overflowWrap: 'anywhere' }}>{description}</Typography>
        <Typography>Wird die Zeit freigegeben, können andere sie buchen. Sonst bleibt sie geschlossen.</Typography>
        <Typography>Beide bekommen eine E-Mail.</Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => close(null)}>Nicht stornieren</Button>
        <Button variant="outlined" onClick={() => close(false)}>
          Nur stornieren
        </Button>
        <Button variant="contained" onClick={() => close(true)}>
          Stornieren und Zeit freigeben
        </Button>
      </DialogActions>
    </Dialog>
  );
}
