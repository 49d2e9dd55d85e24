import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState, type ReactNode } from 'react';
import { useBackCloses } from '../../../web/address/useBackCloses.ts';
import { BusyButton } from '../../../web/ui/buttons/BusyButton.tsx';
import { NoteField } from './NoteField.tsx';

interface Props {
  title: string;
  /** The label of the button that confirms; the other button is 'Abbrechen'. */
  confirmLabel: string;
  /** Why the participant cannot book; '' if they can. */
  disabledReason?: string;
  onConfirm: () => void;
  /** Called when the dialog has closed completely. */
  onClosed: () => void;
  /** The props of the field for the note to the coach. */
  noteField: { coach: string; value: string; onChange: (note: string) => void };
  children: ReactNode;
}

/** Asks for confirmation before a slot is booked, with a field for a note to the coach. */
export function SlotConfirmationDialog({
  title,
  confirmLabel,
  disabledReason = '',
  onConfirm,
  onClosed,
  noteField,
  children,
}: Props) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const close = () => setOpen(false);
  useBackCloses(open, close);
  return (
    <Dialog
      open={open}
      // If the user double-clicks the button that opens the dialog, the second click must neither close nor confirm it.
      onClose={(event) => isSecondClick(event) || close()}
      fullWidth
      maxWidth="xs"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ transition: { onExited: onClosed } }}
      sx={sheetOnPhone}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        <Box id={`${id}-text`} sx={{ display: 'grid', gap: 3 }}>
          {children}
        </Box>
        {!disabledReason && <NoteField {...noteField} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Abbrechen</Button>
        <BusyButton
          disabledReason={disabledReason}
          onClick={(event) => {
            if (isSecondClick(event)) return;
            close();
            onConfirm();
          }}
        >
          {confirmLabel}
        </BusyButton>
      </DialogActions>
    </Dialog>
  );
}

/** On a phone the dialog is a sheet at the bottom of the screen, where the thumb is. */
export const sheetOnPhone = {
  '@media (max-width: 480px)': {
    '& .MuiDialog-container': { alignItems: 'flex-end' },
    '& .MuiDialog-paper': { m: 0, width: '100%', maxHeight: '90dvh', borderRadius: '20px 20px 0 0' },
  },
} as const;

/** Whether an event is the second click of a double click. */
function isSecondClick(event: object): boolean {
  return 'detail' in event && Number(event.detail) > 1;
}
