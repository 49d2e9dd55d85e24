import { isoWeekday } from '../../../shared/berlin.ts';

/** What a person waits for: days `yyyy-mm-dd`, weekdays 1 to 7, times `HH:mm`; null stands for any. */
interface Criteria {
  coachId: number | null;
  fromDate: string;
  tillDate: string;
  weekdays: readonly number[] | null;
  fromTime: string | null;
  tillTime: string | null;
}

/** A free appointment on one Berlin day, `yyyy-mm-dd`; `timeSlot` is `HH:mm - HH:mm`. */
interface Slot {
  coachId: number;
  date: string;
  timeSlot: string;
}

/** Whether an appointment lies wholly within what a person waits for, with the coach named (reference 12.2). */
export function fitsEntry(
  { coachId, date, timeSlot }: Slot,
  { coachId: wantedCoach, fromDate, tillDate, weekdays, fromTime, tillTime }: Criteria,
): boolean {
  if (wantedCoach !== null && coachId !== wantedCoach) return false;
  if (date < fromDate || date > tillDate) return false;
  if (weekdays !== null && !weekdays.includes(isoWeekday(date))) return false;
  const [start, end] = [timeSlot.slice(0, 5), timeSlot.slice(-5)];
  // An appointment that goes on past midnight has its end before its start.
  return start < end && (fromTime === null || start >= fromTime) && (tillTime === null || end <= tillTime);
}
