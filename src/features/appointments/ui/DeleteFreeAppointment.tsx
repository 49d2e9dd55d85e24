import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { callApi, RequestError, CallError, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { TwoStepRowButton } from '../../../web/ui/buttons/TwoStepRowButton.tsx';
import { deleteAppointment, deleteOwnAppointment, getFullOverview, getOwnOverview } from '../contract.ts';

interface Props {
  appointmentId: number;
  /** Whether the user is an admin, who may delete any coach's appointments. */
  asAdmin: boolean;
  /** The description of the appointment for screen readers. */
  itemName: string;
  /** Whether the button is in a row of a list; then it is plainer, because a list may have 500 of them. */
  inRow?: boolean;
  /** Called after the deletion, just before the appointment leaves the lists. */
  onDeleted: () => void;
}

/**
 * The button that deletes a free appointment in two steps (reference 7.9). A failure is shown below the button. If
 * another person has already deleted the appointment, it disappears from the list, too, with a message.
 */
export function DeleteFreeAppointment({ appointmentId, asAdmin, itemName, inRow = false, onDeleted }: Props) {
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const problemId = useId();
  const Button = inRow ? TwoStepRowButton : TwoStepButton;
  const confirmDeletion = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    try {
      await callApi(asAdmin ? deleteAppointment : deleteOwnAppointment, { appointmentId });
      toast.success('Termin gelöscht!', 'deletion');
      onDeleted();
      await invalidate(getOwnOverview, getFullOverview);
    } catch (error) {
      if (isSessionEndedError(error)) return;
      if (error instanceof RequestError && error.status === 404) {
        toast.info('Diesen Termin hat inzwischen schon jemand gelöscht.', 'deletion');
        onDeleted();
      } else {
        const reason = reasonOf(error);
        toast.error(reason, 'deletion');
        setProblem(reason);
      }
      void invalidate(getOwnOverview, getFullOverview);
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <div>
      <Button
        itemName={itemName}
        onConfirm={() => void confirmDeletion()}
        {...(problem ? { 'aria-describedby': problemId } : {})}
      >
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

/** Returns the server's message if it sent one, or else a general one (reference 7.9). */
function reasonOf(error: unknown): string {
  const hasMessage = error instanceof CallError || (error instanceof RequestError && error.code !== '');
  return hasMessage ? error.message : 'Termin konnte nicht gelöscht werden!';
}
