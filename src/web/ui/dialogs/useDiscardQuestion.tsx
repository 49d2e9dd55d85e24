import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { useBackCloses } from '../../address/useBackCloses.ts';

interface DiscardQuestion {
  /** The dialog's `onClose` handler, which is called on Escape and on a click outside. */
  onClose: (event: object, reason: 'escapeKeyDown' | 'backdropClick') => void;
  /** The question to show instead of the dialog's buttons; null while there is none. */
  question: ReactNode;
}

/**
 * Protects the text typed into a dialog from an accidental key or click. After Escape or a click outside a changed
 * form, the dialog asks whether to discard the text. Another Escape discards it, but another click outside does not.
 * Moving the focus back into the form withdraws the question.
 */
export function useDiscardQuestion(isChanged: boolean, close: () => void): DiscardQuestion {
  const [isAsking, setIsAsking] = useState(false);
  const focusedBefore = useRef<Element | null>(null);
  const leave = () => {
    setIsAsking(false);
    close();
  };
  const stay = () => {
    setIsAsking(false);
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  };
  useBackCloses(isAsking && isChanged, leave);
  return {
    onClose: (event, reason) => {
      if (!isChanged) return close();
      // A key that is held down counts only once.
      if (isAsking) return reason === 'escapeKeyDown' && !('repeat' in event && event.repeat) ? leave() : undefined;
      focusedBefore.current = document.activeElement;
      setIsAsking(true);
    },
    question:
      isAsking && isChanged ? (
        <Question onLeave={leave} onStay={stay} onFocusElsewhere={() => setIsAsking(false)} />
      ) : null,
  };
}

interface Props {
  onLeave: () => void;
  onStay: () => void;
  /** Called when the focus has moved to another element of the dialog. */
  onFocusElsewhere: () => void;
}

function Question({ onLeave, onStay, onFocusElsewhere }: Props) {
  const id = useId();
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Some browsers do not focus a clicked button, and then report no `relatedTarget`.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) onFocusElsewhere();
  };
  return (
    <Box role="group" aria-labelledby={id} onBlur={onBlur} sx={row}>
      <Typography id={id} sx={{ fontWeight: 600, mr: 'auto' }}>
        Eingaben verwerfen?
      </Typography>
      <Button color="error" onClick={onLeave}>
        Verwerfen
      </Button>
      <Button variant="contained" autoFocus onClick={onStay} sx={{ flexGrow: { xs: 1, sm: 0 } }}>
        Weiter bearbeiten
      </Button>
    </Box>
  );
}

const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, flexGrow: 1 } as const;
