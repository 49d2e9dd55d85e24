import { compareGerman } from '../../shared/german.ts';
import { groupBy } from '../../shared/group.ts';
import { toShare } from './rules.ts';

/** The numbers of a coach's appointments that have begun in an hour of a weekday, by their outcome. */
export interface BegunCounts {
  coachId: number;
  weekday: number;
  hour: number;
  free: number;
  booked: number;
  missed: number;
  cancelled: number;
  late: number;
  moved: number;
}

const sum = (rows: readonly BegunCounts[], count: (row: BegunCounts) => number) =>
  rows.reduce((total, row) => total + count(row), 0);
const bookedOrMissed = (row: BegunCounts) => row.booked + row.missed;
const offeredOf = (row: BegunCounts) => row.free + bookedOrMissed(row);

function toUtilisationFigures(rows: readonly BegunCounts[]) {
  const total = sum(rows, offeredOf);
  const booked = sum(rows, bookedOrMissed);
  return { offered: total, booked, share: total === 0 ? 0 : booked / total };
}

/** The utilisation in total, of each coach (highest first) and of each hour of the week (reference 16.3). */
export function toUtilisation(begun: readonly BegunCounts[], names: ReadonlyMap<number, string>) {
  const offeredRows = begun.filter((row) => offeredOf(row) > 0);
  return {
    total: toShare(sum(offeredRows, bookedOrMissed), sum(offeredRows, offeredOf)),
    coaches: [...groupBy(offeredRows, ({ coachId }) => coachId)]
      .map(([coachId, rows]) => ({ coachId, coach: names.get(coachId) ?? '', ...toUtilisationFigures(rows) }))
      .sort((a, b) => b.share - a.share || compareGerman(a.coach, b.coach) || a.coachId - b.coachId),
    hours: [...groupBy(offeredRows, ({ weekday, hour }) => weekday * 24 + hour)]
      .sort(([a], [b]) => a - b)
      .map(([key, rows]) => ({ weekday: Math.floor(key / 24), hour: key % 24, ...toUtilisationFigures(rows) })),
  };
}

/** The rates of missed bookings, late cancellations and moved bookings (reference 16.4). */
export function toRates(begun: readonly BegunCounts[]) {
  const bookedOrMissedCount = sum(begun, bookedOrMissed);
  const bookedOrCancelledCount = bookedOrMissedCount + sum(begun, ({ cancelled }) => cancelled);
  const movedCount = sum(begun, (row) => row.moved);
  return {
    missed: toShare(
      sum(begun, ({ missed }) => missed),
      bookedOrMissedCount,
    ),
    lateCancellations: toShare(
      sum(begun, ({ late }) => late),
      bookedOrCancelledCount,
    ),
    reschedules: toShare(movedCount, bookedOrCancelledCount + movedCount),
  };
}
