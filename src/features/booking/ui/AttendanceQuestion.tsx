import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { statuses } from '../../../shared/coaching.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../../web/calls/api.ts';
import { invalidate } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { confirmQuestion, useTwoSteps } from '../../../web/ui/buttons/useTwoSteps.ts';
import {
  getDailyPlan,
  getFullDailyPlan,
  getFullOverview,
  getOwnOverview,
  type PlanEntry,
} from '../../appointments/contract.ts';
import { setMissed, setMissedAsAdmin } from '../missed/contract.ts';
import { canReportAttendance } from '../missed/rules.ts';

/** Whether nobody has yet said whether the participant was there, and still can. */
export const isAttendanceOpen = (entry: PlanEntry, now: { date: string; time: string }): boolean =>
  entry.status === statuses.booked && !entry.attended && canReportAttendance(entry, now);

interface Props {
  entry: PlanEntry;
  /** Whether an admin answers, for the coach. */
  asAdmin?: boolean;
  /** Called when an answer is stored, before the plan is loaded again. */
  onAnswered?: () => void;
}

/**
 * The question 'War … da?' about a booking that has begun. 'Ja' is one click, 'Nein, versäumt' two, and each answer can
 * be changed (reference 4.22). A refusal is shown below the question.
 */
export function AttendanceQuestion({ entry, asAdmin = false, onAnswered }: Props) {
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const missedButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isMissed = entry.status === statuses.missed;
  const isUnanswered = !isMissed && !entry.attended;
  const { isArmed, handleClick, disarm } = useTwoSteps(() => void save({ missed: true }), true);

  async function save({ missed }: { missed: boolean }) {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    try {
      await callApi(asAdmin ? setMissedAsAdmin : setMissed, { appointmentId: entry.id, missed });
      onAnswered?.();
      await invalidate(getDailyPlan, getFullDailyPlan, getOwnOverview, getFullOverview);
      const name = `${entry.participantFullName}, ${entry.timeSlot.slice(0, 5)} Uhr`;
      if (missed)
        toast.success(`${name}: Als versäumt eingetragen.`, 'missed', () => void save({ missed: false }), [entry.id]);
      else toast.success(`${name}: Der Termin gilt als wahrgenommen.`, 'missed', undefined, [entry.id]);
      // The button 'Ja' is gone.
      missedButton.current?.focus();
    } catch (error) {
      if (isSessionEndedError(error)) return;
      // The question may be gone when the message's 'Rückgängig' is pressed.
      toast.error(missedButton.current ? 'Das hat nicht geklappt!' : errorMessageOf(error), 'missed');
      // The plan is not refetched: an appointment that is no longer booked would disappear together with this message.
      setProblem(errorMessageOf(error));
    } finally {
      isRunning.current = false;
    }
  }
  // A single button for 'versäumt' and its undoing, so that it keeps the focus.
  const missedText = isUnanswered ? 'Nein, versäumt' : 'Doch versäumt';
  const text = isMissed ? 'Rückgängig' : isArmed ? confirmQuestion : missedText;
  const nameOf = (answer: string) => `${answer} ${entry.timeSlot} Uhr, ${entry.participantFullName}`;
  const described = problem ? { 'aria-describedby': id } : {};
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Typography variant="body2" sx={{ minWidth: 0, mr: 2, overflowWrap: 'anywhere', color: 'text.secondary' }}>
          {isMissed ? 'Als versäumt eingetragen.' : entry.attended ? 'War da.' : `War ${entry.participantFullName} da?`}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2 }}>
          {isUnanswered && (
            <Button
              variant="outlined"
              sx={buttonStyle}
              aria-label={nameOf('Ja')}
              {...described}
              onClick={() => void save({ missed: false })}
            >
              Ja
            </Button>
          )}
          <Button
            ref={missedButton}
            color={isMissed ? 'primary' : 'error'}
            variant={isArmed ? 'contained' : 'text'}
            sx={buttonStyle}
            aria-label={nameOf(text)}
            {...described}
            onBlur={disarm}
            onClick={(event) => (isMissed ? void save({ missed: false }) : handleClick(event))}
          >
            {text}
          </Button>
        </Box>
      </Box>
      {isArmed && (
        <Typography role="alert" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {asAdmin
            ? `${entry.participantFullName} und ${entry.coachFullName} bekommen eine E-Mail.`
            : `${entry.participantFullName} bekommt eine E-Mail.`}
        </Typography>
      )}
      {problem && (
        <Typography id={id} variant="body2" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </>
  );
}

const buttonStyle = { minHeight: 36, minWidth: 44, py: 0, px: 3, fontSize: 'body2.fontSize' } as const;
