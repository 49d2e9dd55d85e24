import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { wallClock } from '../../../shared/berlin.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { undoAbsence, undoOwnAbsence } from '../contract.ts';
import { refetchAfterAbsence } from './refetchAfterAbsence.ts';

interface Props {
  absenceId: number;
  /** The instant (ISO) until which the absence can be undone. */
  until: string;
  asAdmin: boolean;
  /** The absence's name for screen readers. */
  name: string;
  /** Called after the undo, just before the lists are refetched. */
  onUndone: () => void;
}

/** A button that undoes an absence with all its effects (reference 14.3). A refusal is shown below the button. */
export function UndoAbsence({ absenceId, until, asAdmin, name, onUndone }: Props) {
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const id = useId();
  const text = `Rückgängig (bis ${wallClock(new Date(until)).time} Uhr)`;
  const undo = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    try {
      await callApi(asAdmin ? undoAbsence : undoOwnAbsence, { absenceId });
      toast.success('Die Abwesenheit ist zurückgenommen, alles ist wie vorher.', 'absence');
      onUndone();
      await refetchAfterAbsence();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Abwesenheit konnte nicht zurückgenommen werden!', 'absence');
      setProblem(errorMessageOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <div>
      <Button
        variant="outlined"
        aria-label={`${text}, ${name}`}
        aria-describedby={problem ? id : undefined}
        onClick={() => void undo()}
      >
        {text}
      </Button>
      {problem && (
        <Typography id={id} variant="body2" sx={{ mt: 1, maxWidth: '44ch', color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </div>
  );
}
