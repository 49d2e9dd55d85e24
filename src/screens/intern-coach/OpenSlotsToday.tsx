import Typography from '@mui/material/Typography';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { isOver, useNow } from '../../web/clock.ts';
import { getOwnOverview } from '../../features/appointments/contract.ts';

/** The times of today that are still free, and the Speedcoachings. */
export function OpenSlotsToday() {
  const now = useNow();
  const days = { fromDate: now.date, tillDate: now.date };
  const slots = useApiQuery(getOwnOverview, { ...days, status: { booked: false, free: true, missed: false } });
  const openSlots = slots.data?.data.filter((slot) => !isOver(slot, now)) ?? [];
  const timesOf = (isSpeedcoaching: boolean) =>
    openSlots.filter((slot) => slot.isSpeedcoaching === isSpeedcoaching).map((slot) => slot.timeSlot);
  const [freeTimes, speedcoachingTimes] = [timesOf(false), timesOf(true)];
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
