import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef, useState } from 'react';
import { setMissed } from '../../features/booking/missed/contract.ts';
import { instantOf } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { callApi, errorMessageOf, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { toast } from '../../web/toasts/toast.ts';
import { confirmQuestion, useTwoSteps } from '../../web/ui/buttons/useTwoSteps.ts';
import { getDailyPlan, type PlanEntry } from '../../features/appointments/contract.ts';

/** How long after the start of an appointment a coach can report it as missed, in milliseconds (reference 4.21). */
const reportPeriod = 168 * 3_600_000;

/** Whether a coach can still set an appointment to missed or back to booked; `now` is the Berlin wall clock. */
export function canReportMissed({ date, timeSlot }: PlanEntry, now: { date: string; time: string }): boolean {
  const start = instantOf(date, timeSlot.slice(0, 5));
  const nowInstant = instantOf(now.date, now.time);
  if (!start || !nowInstant) return false;
  return start <= nowInstant && nowInstant.getTime() - start.getTime() <= reportPeriod;
}

/**
 * The question 'War … da?' about a booking that has begun. Two clicks set the booking to missed, and one click sets it
 * back to booked (reference 4.22). A refusal is shown below the question.
 */
export function MissedQuestion({ entry }: { entry: PlanEntry }) {
  const [problem, setProblem] = useState('');
  const isRunning = useRef(false);
  const id = useId();
  const isMissed = entry.status === statuses.missed;
  const { isArmed, handleClick, disarm } = useTwoSteps(() => void saveMissed(true));

  async function saveMissed(missed: boolean) {
    if (isRunning.current) return;
    isRunning.current = true;
    setProblem('');
    try {
      await callApi(setMissed, { appointmentId: entry.id, missed });
      await invalidate(getDailyPlan);
      toast.success(missed ? 'Als versäumt eingetragen.' : 'Der Termin gilt wieder als wahrgenommen.', 'missed');
    } catch (error) {
      if (isSessionEndedError(error)) return;
      toast.error('Das hat nicht geklappt!', 'missed');
      // The plan is not refetched: an appointment that is no longer booked would disappear together with this message.
      setProblem(errorMessageOf(error));
    } finally {
      isRunning.current = false;
    }
  }
  // A single button for both directions, so that it keeps the focus.
  const text = isMissed ? 'Rückgängig' : isArmed ? confirmQuestion : 'Versäumt';
  return (
    <Box className="no-print" sx={{ pl: '42px', pr: 4, pb: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 }}>
        <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere', color: 'text.secondary' }}>
          {isMissed ? 'Als versäumt eingetragen.' : `War ${entry.participantFullName} da?`}
        </Typography>
        <Button
          color={isMissed ? 'primary' : 'error'}
          variant={isArmed ? 'contained' : 'text'}
          sx={{ minHeight: 36, py: 0, px: 3, fontSize: 'body2.fontSize' }}
          aria-label={`${text} ${entry.timeSlot} Uhr, ${entry.participantFullName}`}
          aria-describedby={problem ? id : undefined}
          onBlur={disarm}
          onClick={() => (isMissed ? void saveMissed(false) : handleClick())}
        >
          {text}
        </Button>
      </Box>
      {problem && (
        <Typography id={id} variant="body2" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
    </Box>
  );
}
