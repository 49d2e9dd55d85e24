import { addDays, germanDay, weekday } from '../../shared/berlin.ts';
import { statuses } from '../../shared/coaching.ts';
import { isOver, startsInFuture, type WallClock } from '../../web/clock.ts';
import type { Absence } from '../../features/absences/contract.ts';
import { describeAbsenceTime, kindLabels } from '../../features/absences/ui/words.ts';
import type { OverviewRow } from '../../features/appointments/contract.ts';
import { isUnused } from '../../features/appointments/rules.ts';
import { actionsFor } from '../appointment-actions/appointmentActions.ts';

/** The states of an entry, each with its own label, icon and pattern (reference 7.17). */
export const stateLabels = {
  free: 'Frei',
  booked: 'Gebucht',
  ended: 'Beendet',
  missed: 'Versäumt',
  speed: 'Speedcoaching',
  reserved: 'Reserviert',
  unused: 'Ungebucht',
  absence: 'Abwesend',
  holiday: 'Feiertag',
} as const;
export type EntryState = keyof typeof stateLabels;

/**
 * An appointment, absence or holiday in a coach's column. `date` is the Berlin day `yyyy-mm-dd`; `from` and `till` are
 * `HH:mm`, where '24:00' is the end of the day.
 */
export interface Entry {
  /** Identifies the entry, and stays the same when the calendar is refetched. */
  key: string;
  coachId: number;
  coach: string;
  date: string;
  from: string;
  till: string;
  state: EntryState;
  /** Whether an appointment is over, or has begun without being booked. */
  isOver: boolean;
  /** Whether staff can drag the appointment (reference 7.17). */
  isMovable: boolean;
  /** The participant, the name of the holiday or the kind of absence; '' if there is none. */
  title: string;
  /** The appointment; null for an absence or a holiday. */
  appointment: OverviewRow | null;
  /** The period of the whole absence, in German; '' for an appointment or a holiday. */
  absencePeriod: string;
}

/** Returns the state of an appointment at a Berlin time. A free one that has begun cannot be booked any more. */
export function stateOf(appointment: OverviewRow, now: WallClock): EntryState {
  const { status, isSpeedcoaching, reserved, date } = appointment;
  if (status === statuses.missed) return 'missed';
  if (status === statuses.booked) return date >= now.date ? 'booked' : 'ended';
  if (isSpeedcoaching) return isOver(appointment, now) ? 'ended' : 'speed';
  if (isUnused(appointment, now)) return 'unused';
  return reserved ? 'reserved' : 'free';
}

/** Whether staff can drag an appointment: it has not begun, and its status allows a move (reference 4.22). */
export function canMove(appointment: OverviewRow, now: WallClock): boolean {
  return (
    startsInFuture(appointment, now) && actionsFor(appointment, { isUpcoming: true, asAdmin: false }).includes('move')
  );
}

/**
 * Returns the last time today at which one of the appointments began or ended, or midnight. The entries stay the same
 * from this time to `now`, so that they need not be drawn again each minute.
 */
export function lastChange(appointments: readonly OverviewRow[], now: WallClock): WallClock {
  const times = appointments
    .filter(({ date }) => date === now.date)
    .flatMap(({ timeSlot }) => [timeSlot.slice(0, 5), timeSlot.slice(-5)])
    .filter((time) => time <= now.time);
  return { date: now.date, time: times.reduce((latest, time) => (time > latest ? time : latest), '00:00') };
}

/** A coach with their holidays (`yyyy-mm-dd` → name). The id is 0 in a coach's own calendar. */
export interface CalendarCoach {
  id: number;
  name: string;
  holidays: ReadonlyMap<string, string>;
}

/** Returns the entries of `coaches` on `days`, sorted by day, time and coach, as they are at the Berlin time `now`. */
export function entriesOf(
  { appointments, absences }: { appointments: readonly OverviewRow[]; absences: readonly Absence[] },
  coaches: readonly CalendarCoach[],
  days: readonly string[],
  now: WallClock,
): Entry[] {
  const coachIndexes = new Map(coaches.map(({ id }, index) => [id, index]));
  const isOwnCalendar = coaches.length === 1 && coaches[0]?.id === 0;
  const columnIdOf = (coachId: number) => (isOwnCalendar ? 0 : coachId);
  const entries = [
    ...appointments.map((appointment) => appointmentEntry(appointment, columnIdOf(appointment.coachId), now)),
    ...absences.flatMap((absence) => absenceEntries(absence, columnIdOf(absence.coachId), days)),
    ...coaches.flatMap((coach) => holidayEntries(coach, days)),
  ];
  return entries
    .filter(({ coachId, date }) => coachIndexes.has(coachId) && days.includes(date))
    .sort(
      (a, b) =>
        compare(a.date, b.date) ||
        compare(a.from, b.from) ||
        (coachIndexes.get(a.coachId) ?? 0) - (coachIndexes.get(b.coachId) ?? 0) ||
        compare(a.key, b.key),
    );
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function appointmentEntry(appointment: OverviewRow, coachId: number, now: WallClock): Entry {
  const state = stateOf(appointment, now);
  return {
    key: `row-${appointment.id}`,
    coachId,
    coach: appointment.coachFullName,
    date: appointment.date,
    from: appointment.timeSlot.slice(0, 5),
    till: appointment.timeSlot.slice(-5),
    state,
    isOver: state === 'unused' || isOver(appointment, now),
    isMovable: canMove(appointment, now),
    title: state === 'ended' && appointment.isSpeedcoaching ? stateLabels.speed : appointment.participantFullName,
    appointment,
    absencePeriod: '',
  };
}

function absenceEntries(absence: Absence, coachId: number, days: readonly string[]): Entry[] {
  const { fromDate, fromTime, tillDate, tillTime, kind } = absence;
  return days
    .filter((date) => date >= fromDate && date <= tillDate)
    .map((date) => ({
      key: `absence-${absence.absenceId}-${date}`,
      coachId,
      coach: absence.coach,
      date,
      from: (date === fromDate && fromTime) || '00:00',
      till: (date === tillDate && tillTime) || '24:00',
      state: 'absence' as const,
      isOver: false,
      isMovable: false,
      title: kind ? kindLabels[kind] : '',
      appointment: null,
      absencePeriod: describeAbsenceTime(absence),
    }))
    .filter(({ from, till }) => from < till);
}

function holidayEntries(coach: CalendarCoach, days: readonly string[]): Entry[] {
  return days.flatMap((date) => {
    const title = coach.holidays.get(date);
    if (!title) return [];
    const base = { key: `holiday-${date}-${coach.id}`, coachId: coach.id, coach: coach.name, date };
    const wholeDay = { from: '00:00', till: '24:00', isOver: false, isMovable: false };
    return [{ ...base, ...wholeDay, state: 'holiday' as const, title, appointment: null, absencePeriod: '' }];
  });
}

/** Returns the times of an entry in German: 'ganztägig' or '09:00 bis 09:45 Uhr'. */
export function timesOf({ from, till }: Pick<Entry, 'from' | 'till'>): string {
  return from === '00:00' && till === '24:00' ? 'ganztägig' : `${from} bis ${till} Uhr`;
}

/** Returns `count` consecutive days (`yyyy-mm-dd`), beginning with `first`. */
export function daysOf(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/**
 * Returns the days of a week (Monday to Sunday) that have a column. The weekend has columns if an appointment lies on it,
 * if an absence lies on it alone, or if today is part of it.
 */
export function daysWithColumns(week: readonly string[], entries: readonly Entry[], today: string): readonly string[] {
  const weekend = week.filter(isWeekend);
  const weekdayAbsences = new Set(entries.filter(({ date }) => !isWeekend(date)).map(absenceOf));
  const needsWeekend = entries.some(
    (entry) =>
      weekend.includes(entry.date) &&
      (entry.appointment !== null || (entry.state === 'absence' && !weekdayAbsences.has(absenceOf(entry)))),
  );
  return needsWeekend || weekend.includes(today) ? week : week.filter((day) => !isWeekend(day));
}

const isWeekend = (day: string) => ['Samstag', 'Sonntag'].includes(weekday(day));
/** Identifies an absence that has an entry on each of its days. */
const absenceOf = ({ coach, absencePeriod }: Entry) => `${coach} ${absencePeriod}`;

/** Returns a German text for consecutive days: 'Mo, 30.11.2026' or 'Mo, 30.11. bis Fr, 04.12.2026'. */
export function formatDays(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return first === last ? germanDay(first) : `${germanDay(first).slice(0, -4)} bis ${germanDay(last)}`;
}

export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

/**
 * Returns the key of the entry that takes the focus when an arrow key is pressed at the entry `key`; null if there is
 * none. Up and down stay within a column, which is a coach's day. Left and right lead to the nearest column with
 * entries, and there to the entry with the closest start.
 */
export function findNeighbour(
  entries: readonly Entry[],
  coaches: readonly CalendarCoach[],
  key: string,
  direction: Direction,
): string | null {
  const rank = new Map(coaches.map(({ id }, index) => [id, String(index).padStart(3, '0')]));
  const columnOf = ({ date, coachId }: Entry) => `${date} ${rank.get(coachId)}`;
  const current = entries.find((entry) => entry.key === key);
  if (!current) return null;
  const currentColumn = columnOf(current);
  if (direction === 'ArrowUp' || direction === 'ArrowDown') {
    const column = entries.filter((entry) => columnOf(entry) === currentColumn);
    return column[column.indexOf(current) + (direction === 'ArrowUp' ? -1 : 1)]?.key ?? null;
  }
  const columns = [...new Set(entries.map(columnOf))].sort(compare);
  const nextColumn = columns[columns.indexOf(currentColumn) + (direction === 'ArrowLeft' ? -1 : 1)];
  const distance = ({ from }: Entry) => Math.abs(Number(from.replace(':', '')) - Number(current.from.replace(':', '')));
  const [closest] = entries.filter((entry) => columnOf(entry) === nextColumn).sort((a, b) => distance(a) - distance(b));
  return closest?.key ?? null;
}

/** Returns the days from today on; all of them if all are over. Days are `yyyy-mm-dd`, in order. */
export function withoutPastDays(days: readonly string[], today: string): readonly string[] {
  const upcomingDays = days.filter((day) => day >= today);
  return upcomingDays.length > 0 ? upcomingDays : days;
}
