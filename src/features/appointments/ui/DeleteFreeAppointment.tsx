import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { Consequence } from '../../../web/ui/notices/Consequence.tsx';
import { TwoStepButton } from '../../../web/ui/buttons/TwoStepButton.tsx';
import { getFullOverview, getOwnOverview } from '../contract.ts';
import { deleteFree } from './deleteFree.ts';

interface Props {
  appointmentId: number;
  /** Whether the user is an admin, who may delete any coach's appointments. */
  asAdmin: boolean;
  /** The description of the appointment for screen readers. */
  itemName: string;
  /** What the second click also does, such as who gets a mail. */
  hint?: string | undefined;
  /** Called after the deletion, just before the appointment leaves the lists. */
  onDeleted: () => void;
}

/**
 * The button that deletes a free appointment in two steps (reference 7.9). The hint and a failure have a line of their
 * own below it, in a parent whose children wrap, so that the button stays where it was pressed. If another person has
 * already deleted the appointment, it disappears from the list, too, with a message.
 */
export function DeleteFreeAppointment({ appointmentId, asAdmin, itemName, hint, onDeleted }: Props) {
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const problemId = useId();
  const confirmDeletion = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    const reason = await deleteFree(appointmentId, asAdmin);
    if (reason === null) onDeleted();
    else setProblem(reason);
    await invalidate(getOwnOverview, getFullOverview);
    isRunning.current = false;
  };
  return (
    <>
      <TwoStepButton
        itemName={itemName}
        onConfirm={() => void confirmDeletion()}
        whenArmed={hint && <Consequence>{hint}</Consequence>}
        {...(problem ? { 'aria-describedby': problemId } : {})}
      >
        Löschen
      </TwoStepButton>
      {problem && (
        <Typography id={problemId} variant="body2" sx={{ flexBasis: '100%', color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </>
  );
}
