import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { undoDirectBooking } from '../../features/booking/direct/contract.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { toast } from '../../web/toasts/toast.ts';
import { Consequence } from '../../web/ui/notices/Consequence.tsx';
import { TwoStepButton } from '../../web/ui/buttons/TwoStepButton.tsx';
import { TwoStepRowButton } from '../../web/ui/buttons/TwoStepRowButton.tsx';
import { takenBackText, type NamedAppointment } from './doneTexts.ts';

interface Props {
  appointment: NamedAppointment & { id: number };
  /** The appointment's name for screen readers. */
  appointmentName: string;
  /** Whether the button is in a row of a list, where it is styled plainly because there may be 500 rows. */
  inRow?: boolean;
  /** Called when the booking has been undone, before the lists change. */
  onDone: () => void;
}

/** The button that undoes a coach's direct booking within an hour (reference 4.20). Refusals are shown below it. */
export function UndoBooking({ appointment, appointmentName, inRow = false, onDone }: Props) {
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const problemId = useId();
  const undoBooking = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    try {
      await callApi(undoDirectBooking, { appointmentId: appointment.id });
      toast.success(takenBackText(appointment), 'booking', undefined, [appointment.id]);
      onDone();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Die Buchung konnte nicht zurückgenommen werden!', 'booking');
      setProblem(errorMessageOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  const buttonProps = {
    itemName: appointmentName,
    onConfirm: () => void undoBooking(),
    ...(problem ? { 'aria-describedby': problemId } : {}),
  };
  return (
    <div>
      {inRow ? (
        <TwoStepRowButton {...buttonProps}>Zurücknehmen</TwoStepRowButton>
      ) : (
        <TwoStepButton
          {...buttonProps}
          whenArmed={<Consequence>Der Termin wird wieder frei. Die Person bekommt eine E-Mail.</Consequence>}
        >
          Zurücknehmen
        </TwoStepButton>
      )}
      {problem && (
        <Typography id={problemId} variant="body2" sx={{ mt: 1, maxWidth: '40ch', color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </div>
  );
}
