import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { BookableAppointment } from '../contract.ts';
import { CoachingLink } from './CoachingLink.tsx';
import { sheetOnPhone } from './SlotConfirmationDialog.tsx';
import { SlotSummary } from './SlotSummary.tsx';
import { useBackCloses } from '../../../web/address/useBackCloses.ts';

interface Props {
  slot: BookableAppointment;
  /** Called when the dialog has closed completely. */
  onClosed: () => void;
}

/** Shows a Speedcoaching and the link to join it (reference 4.25). */
export default function SpeedcoachingSheet({ slot, onClosed }: Props) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const close = () => setOpen(false);
  useBackCloses(open, close);
  return (
    <Dialog
      open={open}
      onClose={close}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ transition: { onExited: onClosed } }}
      sx={sheetOnPhone}
    >
      <DialogTitle id={`${id}-title`}>Speedcoaching</DialogTitle>
      <DialogContent>
        <Box id={`${id}-text`} sx={{ display: 'grid', gap: 3 }}>
          <SlotSummary slot={slot} />
          <Typography>Dafür musst du nichts buchen: Öffne zur angegebenen Zeit einfach den Link.</Typography>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Schließen</Button>
        {slot.href && <CoachingLink href={slot.href} describedBy={`${id}-text`} />}
      </DialogActions>
    </Dialog>
  );
}
