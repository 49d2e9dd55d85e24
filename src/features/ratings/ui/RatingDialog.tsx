import CloseIcon from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId } from 'react';
import { germanInterval } from '../../../shared/berlin.ts';
import PublicReviews from './PublicReviews.tsx';
import { RatingForm } from './RatingForm.tsx';

interface Props {
  /** The coaching to rate: its id, Berlin date `yyyy-mm-dd`, times `HH:mm:ss`, the coach's name. */
  appointment: { id: number; date: string; start: string; end: string; coach: string };
  open: boolean;
  /** Called to close the dialog; the typed text is kept. */
  onClose: () => void;
  /** Called when the rating is stored; the form stays busy until the promise resolves. */
  onRated: () => Promise<void>;
  /** Called when the dialog has disappeared after its transition. */
  onClosed: () => void;
}

/** The dialog 'Deine Meinung zählt!': the rating form and the links to public reviews (reference 6.2, 6.5). */
export default function RatingDialog({ appointment, open, onClose, onRated, onClosed }: Props) {
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const id = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      fullWidth
      fullScreen={isPhone}
      maxWidth="md"
      aria-labelledby={id}
      slotProps={{ transition: { onExited: onClosed }, ...(isPhone ? { paper: { sx: fullScreenStyle } } : {}) }}
    >
      <DialogTitle id={id} sx={{ pr: 16 }}>
        Deine Meinung zählt!
      </DialogTitle>
      <IconButton aria-label="Schließen" onClick={onClose} sx={{ position: 'absolute', top: 14, right: 12 }}>
        <CloseIcon />
      </IconButton>
      <DialogContent dividers sx={{ display: 'grid', gap: 8, pb: 8 }}>
        <div>
          <Typography sx={{ color: 'text.secondary', mb: 2 }}>
            {germanInterval(appointment)}, {appointment.coach}
          </Typography>
          <Typography sx={{ maxWidth: '70ch' }}>
            Sag uns in zwei Minuten, wie dir das Coaching geholfen hat. Dein Coach sieht deine Sterne und dein
            persönliches Feedback, das Coaching-Team sieht alles. Was du eingibst, bleibt in diesem Browser, bis du es
            abschickst oder dich abmeldest. Eine abgeschickte Bewertung kannst du nicht mehr ändern.
          </Typography>
        </div>
        <RatingForm appointment={appointment.id} onRated={onRated} />
        <PublicReviews />
      </DialogContent>
    </Dialog>
  );
}

const fullScreenStyle = { borderRadius: 0, '@media (max-width: 480px)': { margin: 0, width: '100%' } } as const;
