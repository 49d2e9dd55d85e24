import Typography from '@mui/material/Typography';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { isOver, startsInFuture, useNow } from '../../web/clock.ts';
import { getOwnOverview } from '../../features/appointments/contract.ts';

/** The times of today that can still be booked, and the Speedcoachings that are not over. */
export function OpenSlotsToday() {
  const now = useNow();
  const days = { fromDate: now.date, tillDate: now.date };
  const slots = useApiQuery(getOwnOverview, { ...days, status: { booked: false, free: true, missed: false } });
  const openSlots = slots.data?.data ?? [];
  const timesOf = (rows: typeof openSlots) => rows.map(({ timeSlot }) => timeSlot);
  const freeTimes = timesOf(openSlots.filter((slot) => !slot.isSpeedcoaching && startsInFuture(slot, now)));
  const speedcoachingTimes = timesOf(openSlots.filter((slot) => slot.isSpeedcoaching && !isOver(slot, now)));
  return (
    <>
      {speedcoachingTimes.length > 0 && (
        <Typography sx={{ mt: 3, color: 'text.secondary' }}>
          Speedcoaching: {speedcoachingTimes.join(', ')} Uhr
        </Typography>
      )}
      {freeTimes.length > 0 && (
        <Typography sx={{ mt: 3, color: 'text.secondary' }}>Noch frei: {freeTimes.join(', ')} Uhr</Typography>
      )}
    </>
  );
}
