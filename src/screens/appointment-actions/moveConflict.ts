import type { OverviewRow } from '../../features/appointments/contract.ts';
import { currentStatusLabel } from '../../features/appointments/rules.ts';
import { moveAppointment } from '../../features/booking/move/contract.ts';
import { statuses } from '../../shared/coaching.ts';
import type { WallClock } from '../../web/clock.ts';

/** A time within a day: date `yyyy-mm-dd`, times `HH:mm`. */
export interface DayTime {
  date: string;
  fromTime: string;
  tillTime: string;
}

/** What is known about a coach's day: all appointments, and the absences, whose times are '' or null for whole days. */
export interface CoachDay {
  appointments: readonly OverviewRow[];
  absences: readonly { fromDate: string; fromTime: string | null; tillDate: string; tillTime: string | null }[];
}

/** The sentence about a time that a coach has not opened for booking. The move is possible all the same. */
const notOffered = 'Diese Zeit bietet der Coach nicht an. Verschieben geht trotzdem.';

/**
 * Returns in German what speaks against moving an appointment to a time, before the server is asked (reference 4.17): an
 * absence, another appointment or, for a booking, that the coach has not offered it. Returns null if nothing does.
 * `movedId` is the appointment itself, which is never in its own way.
 */
export function describeMoveConflict(
  { date, fromTime, tillTime }: DayTime,
  { appointments, absences }: CoachDay,
  { movedId, isBooked, now }: { movedId: number; isBooked: boolean; now: WallClock },
): string | null {
  const [start, end] = [`${date} ${fromTime}`, `${date} ${tillTime}`];
  const isAbsent = absences.some(
    (absence) =>
      `${absence.fromDate} ${absence.fromTime || '00:00'}` < end &&
      start < `${absence.tillDate} ${absence.tillTime || '24:00'}`,
  );
  if (isAbsent) return moveAppointment.refusals.absent;
  const inTheWay = appointments.filter(
    (row) =>
      row.id !== movedId &&
      row.date === date &&
      row.timeSlot.slice(0, 5) < tillTime &&
      fromTime < row.timeSlot.slice(-5),
  );
  const isUsable = (row: OverviewRow) =>
    isBooked &&
    row.status === statuses.free &&
    !row.isSpeedcoaching &&
    !row.reserved &&
    row.timeSlot === `${fromTime} - ${tillTime}`;
  const blocking = inTheWay.find((row) => !isUsable(row));
  if (blocking) {
    const label = blocking.isSpeedcoaching ? 'Speedcoaching' : currentStatusLabel(blocking, now);
    return `${moveAppointment.refusals.overlap} ${blocking.timeSlot.replace(' - ', ' bis ')} Uhr: ${label}`;
  }
  return isBooked && inTheWay.length === 0 ? notOffered : null;
}
