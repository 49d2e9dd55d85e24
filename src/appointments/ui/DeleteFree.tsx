import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { ask, Fault, Refusal, sessionEnded } from '../../web/api.ts';
import { renew } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { TwoStepButton } from '../../web/ui/TwoStepButton.tsx';
import { deleteAppointment, deleteOwnAppointment, fullOverview, ownOverview } from '../contract.ts';

interface Props {
  appointmentId: number;
  /** As an admin, who may delete any coach's. */
  asAdmin: boolean;
  /** The appointment in words, for screen readers. */
  what: string;
  /** Called when it is deleted and about to leave the lists. */
  onDeleted: () => void;
}

/**
 * Deletes a free appointment in two steps (spec coach §2); a failure stays here with its reason. One that somebody else
 * has deleted meanwhile leaves the list all the same, and that is said.
 */
export function DeleteFree({ appointmentId, asAdmin, what, onDeleted }: Props) {
  const [problem, setProblem] = useState('');
  const running = useRef(false);
  const problemId = useId();
  const deleteIt = async () => {
    if (running.current) return;
    running.current = true;
    setProblem('');
    try {
      await ask(asAdmin ? deleteAppointment : deleteOwnAppointment, { appointmentId });
      toast.success('Termin gelöscht!', 'deletion');
      onDeleted();
      await renew(ownOverview, fullOverview);
    } catch (error) {
      if (sessionEnded(error)) return;
      if (error instanceof Fault && error.status === 404) {
        toast.info('Diesen Termin hat inzwischen schon jemand gelöscht.', 'deletion');
        onDeleted();
      } else {
        const reason = reasonOf(error);
        toast.error(reason, 'deletion');
        setProblem(reason);
      }
      void renew(ownOverview, fullOverview);
    } finally {
      running.current = false;
    }
  };
  return (
    <Box sx={{ minWidth: 0 }}>
      <TwoStepButton
        what={what}
        onConfirm={() => void deleteIt()}
        {...(problem ? { 'aria-describedby': problemId } : {})}
      >
        Löschen
      </TwoStepButton>
      {problem && (
        <Typography id={problemId} variant="body2" sx={{ mt: 1, color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </Box>
  );
}

/** The server's sentence where it gave one (spec coach §8). */
function reasonOf(error: unknown): string {
  const told = error instanceof Refusal || (error instanceof Fault && error.code !== '');
  return told ? error.message : 'Termin konnte nicht gelöscht werden!';
}
