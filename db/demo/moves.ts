import type { DemoAppointment, DemoCast } from './calendar.ts';

const hourMs = 3_600_000;

/**
 * Moves two upcoming bookings to later slots, as the portal does: a participant moves one to another coach, and a coach
 * moves one to another of their slots. Returns the slots that become free again. Nobody gets two bookings at the same
 * time.
 */
export function moveTwoBookings(rows: DemoAppointment[], { mainParticipant }: DemoCast, now: Date): DemoAppointment[] {
  const freedSlots: DemoAppointment[] = [];
  for (const byStaff of [false, true]) {
    const from = rows.find(({ status, move, startsAt, booking }) => {
      const isMovable = startsAt.getTime() > now.getTime() + 72 * hourMs;
      return status === 'G' && isMovable && move === null && booking?.participant !== mainParticipant;
    });
    const participant = from?.booking?.participant;
    const to = rows.find((row) => {
      const isFree = row.status === 'F' && row.type === 'Einzelcoaching';
      // Staff move a booking to the same coach, and participants move it to a different one.
      const isSuitable = from && row.startsAt > from.startsAt && (row.coach === from.coach) === byStaff;
      const isSameTime = ({ startsAt, booking }: DemoAppointment) =>
        startsAt.getTime() === row.startsAt.getTime() && booking?.participant === participant;
      return isFree && isSuitable && !rows.some(isSameTime);
    });
    if (from && to) freedSlots.push(moveBooking(from, to, now, byStaff));
  }
  return freedSlots;
}

/** Moves a booking and returns the slot that becomes free again. */
function moveBooking(from: DemoAppointment, to: DemoAppointment, now: Date, byStaff: boolean): DemoAppointment {
  const { booking } = from;
  if (!booking) throw new Error('only a booking can be moved');
  const at = new Date(now.getTime() - hourMs);
  const freedSlot = { ...from, booking: null, status: 'F' as const };
  Object.assign(to, { status: 'G', booking: { ...booking, isComing: false }, move: { from, at, byStaff } });
  booking.quotaNumber = null;
  from.status = 'K';
  const reason = byStaff ? 'An diesem Tag bin ich bei einer Fortbildung.' : '';
  from.cancellation = { kind: 'rescheduled', reason, at, by: byStaff ? from.coach : booking.participant };
  return freedSlot;
}
