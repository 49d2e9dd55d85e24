import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { BusyButton } from '../buttons/BusyButton.tsx';
import { useLeaving } from './useLeaving.tsx';

interface Props {
  title: string;
  open: boolean;
  /** The form is being sent; the dialog stays until the answer is there. */
  busy: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** The dialog has disappeared, after its transition. */
  onClosed: () => void;
  /** The text of the button that sends, 'Speichern', and while it does, 'Wird gespeichert...'. */
  submit: string;
  busyText: string;
  /** The colour of that button; 'error' for what cannot be undone. */
  color?: 'primary' | 'error';
  /** Why the form cannot be sent yet. */
  disabledReason?: string | null;
  /** Something was changed: Escape and a click outside ask before discarding it. */
  changed: boolean;
  maxWidth?: 'sm' | 'md';
  /** The id of the text inside that describes the dialog. */
  describedBy?: string;
  children: ReactNode;
}

/** A form in a dialog, with 'Abbrechen' and the button that sends it. */
export function FormDialog(props: Props) {
  const { title, open, busy, onSubmit, onClose, onClosed, submit, busyText } = props;
  const { color = 'primary', disabledReason = null, changed, maxWidth = 'sm', describedBy, children } = props;
  const id = useId();
  const close = () => {
    if (!busy) onClose();
  };
  const leaving = useLeaving(changed && !busy, close);
  return (
    <Dialog
      open={open}
      onClose={leaving.onClose}
      fullWidth
      maxWidth={maxWidth}
      aria-labelledby={`${id}-title`}
      aria-describedby={describedBy}
      slotProps={{ transition: { onExited: onClosed } }}
    >
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent>
        <Box
          component="form"
          id={`${id}-form`}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void onSubmit();
          }}
          // In a date or time field Enter sends only a form that has its button inside.
          onKeyDown={({ key, target }) => {
            const typing = target instanceof HTMLElement && target.getAttribute('role') === 'spinbutton';
            if (key === 'Enter' && typing && !busy && !disabledReason) void onSubmit();
          }}
        >
          {children}
        </Box>
      </DialogContent>
      <DialogActions>
        {leaving.question ?? (
          <>
            <Button onClick={close} disabled={busy}>
              Abbrechen
            </Button>
            <BusyButton
              type="submit"
              form={`${id}-form`}
              color={color}
              busy={busy}
              busyText={busyText}
              disabledReason={disabledReason}
              reasonHidden
            >
              {submit}
            </BusyButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
