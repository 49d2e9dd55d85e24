import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { addDays, germanInterval } from '../../shared/berlin.ts';
import type { FieldError } from '../../shared/call.ts';
import { CallError, callApi, isSessionEndedError } from '../../web/calls/api.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useNow } from '../../web/clock.ts';
import { toast } from '../../web/toasts/toast.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FormDialog } from '../../web/ui/dialogs/FormDialog.tsx';
import { RangeFields } from '../../web/ui/fields/RangeFields.tsx';
import { rangeErrors, type Range } from '../../web/ui/fields/range.ts';
import { TimeField } from '../../web/ui/fields/TimeField.tsx';
import { joinWaitingList, listMyWaitingEntries } from '../../features/waiting/contract.ts';
import { waitingErrors } from '../../features/waiting/rules.ts';
import type { OwnAppointment } from '../../features/booking/contract.ts';
import type { PartOfDay } from '../../features/booking/search/rules.ts';
import { CoachSelect } from './CoachSelect.tsx';
import type { SlotFilter } from './useSlotFilter.ts';
import { WeekdayToggles } from '../../web/ui/fields/WeekdayToggles.tsx';

/** The number of days, from today on, that the form proposes if no day is chosen in the filter. */
const proposedDayCount = 28;

/** The times of each part of the day in the filter; '' means that there is no limit. */
const partOfDayTimes: Record<PartOfDay, { from: string; till: string }> = {
  morning: { from: '', till: '12:00' },
  afternoon: { from: '12:00', till: '17:00' },
  evening: { from: '17:00', till: '' },
};

interface Props {
  filter: SlotFilter;
  /** The booking to reschedule; null if the participant is waiting for a new booking. */
  originalBooking: OwnAppointment | null;
  onClosed: () => void;
}

/** The form to join the waiting list, prefilled from the filter (reference 12.7). */
export default function JoinWaitingListDialog({ filter, originalBooking, onClosed }: Props) {
  const { date: today } = useNow();
  const [open, setOpen] = useState(true);
  const [coachId, setCoachId] = useState(filter.coachId);
  const [days, setDays] = useState<Range>({
    from: filter.day || today,
    till: filter.day || addDays(today, proposedDayCount - 1),
  });
  const [weekdays, setWeekdays] = useState<readonly number[]>(filter.day ? [] : filter.weekdays);
  const [times, setTimes] = useState(filter.partOfDay ? partOfDayTimes[filter.partOfDay] : { from: '', till: '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const isRunning = useRef(false);
  const errorOf = (name: string) => errors.find(({ path }) => path === name)?.message;

  const join = async () => {
    if (isRunning.current || Object.values(rangeErrors(days, true)).some(Boolean)) return;
    const daysAndTimes = { fromDate: days.from, tillDate: days.till, fromTime: times.from, tillTime: times.till };
    const inputErrors = waitingErrors(daysAndTimes);
    setErrors(inputErrors);
    if (inputErrors.length > 0) return;
    isRunning.current = true;
    setBusy(true);
    setError(null);
    try {
      await callApi(joinWaitingList, {
        coachId,
        ...daysAndTimes,
        insteadOf: originalBooking && originalBooking.id,
        weekdays: weekdays.length > 0 ? [...weekdays] : null,
      });
      await invalidate(listMyWaitingEntries);
      toast.success('Du stehst auf der Warteliste.', 'booking');
      setOpen(false);
    } catch (problem) {
      if (isSessionEndedError(problem)) return;
      if (problem instanceof CallError && problem.errors.length > 0) setErrors(problem.errors);
      else setError(problem);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title="Auf die Warteliste"
      open={open}
      busy={busy}
      isChanged={false}
      onSubmit={join}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      submitLabel="Auf die Warteliste"
      busyText="Wird eingetragen..."
    >
      <Box sx={{ display: 'grid', gap: 5 }}>
        <Typography>
          Sobald ein Einzelcoaching frei wird, das hierzu passt, schreiben wir dir eine E-Mail und halten es für dich
          frei.
        </Typography>
        {originalBooking && (
          <Typography>
            <strong>Du verlegst damit:</strong> {germanInterval(originalBooking)}, {originalBooking.coach}
          </Typography>
        )}
        {error !== null && <ErrorNotice error={error} />}
        <CoachSelect value={coachId} onChange={setCoachId} />
        <Box sx={twoColumns}>
          <RangeFields labels={['Frühester Tag', 'Spätester Tag']} value={days} onChange={setDays} required />
        </Box>
        {errorOf('tillDate') && (
          <Typography role="alert" color="error">
            {errorOf('tillDate')}
          </Typography>
        )}
        <WeekdayToggles value={weekdays} onChange={setWeekdays} />
        <Box sx={twoColumns}>
          <TimeField
            label="Frühestens um"
            value={times.from}
            onChange={(from) => setTimes({ ...times, from })}
            error={errorOf('fromTime')}
          />
          <TimeField
            label="Spätestens bis"
            value={times.till}
            onChange={(till) => setTimes({ ...times, till })}
            error={errorOf('tillTime')}
          />
        </Box>
      </Box>
    </FormDialog>
  );
}

const twoColumns = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};
