import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { callApi, RequestError, CallError, sessionEnded } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { TwoStepRowButton } from '../../../web/ui/buttons/TwoStepRowButton.tsx';
import { deleteAppointment, deleteOwnAppointment, fullOverview, ownOverview } from '../contract.ts';

interface Props {
  appointmentId: number;
  /** For an admin, who may delete any coach's appointments. */
  asAdmin: boolean;
  /** The appointment's name for screen readers. */
  what: string;
  /** In a row of a list, which styles it plainly: there may be 500. */
  inRow?: boolean;
  /** Called after the deletion, just before the appointment leaves the lists. */
  onDeleted: () => void;
}

/**
 * Deletes a free appointment in two steps (reference 7.9); a failure is shown here with its reason. If somebody else
 * has deleted it meanwhile, it also leaves the list, with a message.
 */
export function DeleteFree({ appointmentId, asAdmin, what, inRow = false, onDeleted }: Props) {
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const problemId = useId();
  const Button = inRow ? TwoStepRowButton : TwoStepButton;
  const deleteIt = async () => {
    if (running.current) return;
    running.current = true;
    setProblem('');
    try {
      await callApi(asAdmin ? deleteAppointment : deleteOwnAppointment, { appointmentId });
      toast.success('Termin gelöscht!', 'deletion');
      onDeleted();
      await invalidate(ownOverview, fullOverview);
    } catch (error) {
      if (sessionEnded(error)) return;
      if (error instanceof RequestError && error.status === 404) {
        toast.info('Diesen Termin hat inzwischen schon jemand gelöscht.', 'deletion');
        onDeleted();
      } else {
        const reason = reasonOf(error);
        toast.error(reason, 'deletion');
        setProblem(reason);
      }
      void invalidate(ownOverview, fullOverview);
    } finally {
      running.current = false;
    }
  };
  return (
    <div>
      <Button what={what} onConfirm={() => void deleteIt()} {...(problem ? { 'aria-describedby': problemId } : {})}>
        Löschen
      </Button>
      {problem && (
        <Typography id={problemId} variant="body2" sx={{ mt: 1, color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </div>
  );
}

/** The server's sentence if it sent one (reference 7.9). */
function reasonOf(error: unknown): string {
  const hasMessage = error instanceof CallError || (error instanceof RequestError && error.code !== '');
  return hasMessage ? error.message : 'Termin konnte nicht gelöscht werden!';
}
