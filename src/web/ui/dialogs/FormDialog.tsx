import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { SxProps } from '@mui/material/styles';
import { useId, type ReactNode } from 'react';
import { BusyButton } from '../buttons/BusyButton.tsx';
import { useMinWidth } from '../../useMinWidth.ts';
import { useDiscardQuestion } from './useDiscardQuestion.tsx';
import { useBackCloses } from '../../address/useBackCloses.ts';

interface Props {
  title: string;
  open: boolean;
  /** Whether the form is being sent. The dialog then stays open until the response arrives. */
  busy: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  /** Called when the dialog has disappeared, after its transition. */
  onClosed: () => void;
  /** The text of the submit button, such as 'Speichern', and its text while busy, such as 'Wird gespeichert...'. */
  submitLabel: string;
  busyText: string;
  /** The colour of the submit button; 'error' if the action cannot be undone. */
  color?: 'primary' | 'error';
  /** Why the form cannot be sent yet. */
  disabledReason?: string | null;
  /** Whether the user has changed the form. After Escape or a click outside, the dialog then asks before closing. */
  isChanged: boolean;
  maxWidth?: 'sm' | 'md';
  /** If given, the dialog fills a phone's screen with this style (`fillsPhone`), for a form with a list to choose from. */
  phoneStyle?: SxProps;
  /** The id of the element inside the dialog that describes it. */
  describedBy?: string;
  children: ReactNode;
}

/** A form in a dialog, with 'Abbrechen' and a submit button. */
export function FormDialog(props: Props) {
  const { title, open, busy, onSubmit, onClose, onClosed, submitLabel, busyText } = props;
  const { color = 'primary', disabledReason = null, isChanged, maxWidth = 'sm', describedBy, children } = props;
  const isFull = !useMinWidth(600) && props.phoneStyle !== undefined;
  const id = useId();
  const close = () => {
    if (!busy) onClose();
  };
  const discardQuestion = useDiscardQuestion(isChanged && !busy, close);
  useBackCloses(open, () => discardQuestion.onClose({}, 'escapeKeyDown'));
  return (
    <Dialog
      open={open}
      onClose={discardQuestion.onClose}
      fullWidth
      fullScreen={isFull}
      maxWidth={maxWidth}
      aria-labelledby={`${id}-title`}
      aria-describedby={describedBy}
      slotProps={{ transition: { onExited: onClosed }, ...(isFull ? { paper: { sx: props.phoneStyle } } : {}) }}
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
          // The submit button is outside the form, so Enter in a date or time field would not submit the form.
          onKeyDown={({ key, target }) => {
            const isPickerField = target instanceof HTMLElement && target.getAttribute('role') === 'spinbutton';
            if (key === 'Enter' && isPickerField && !busy && !disabledReason) void onSubmit();
          }}
        >
          {children}
        </Box>
      </DialogContent>
      <DialogActions>
        {discardQuestion.question ?? (
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
              {submitLabel}
            </BusyButton>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
