import { inGermanOrder } from '../../shared/german.ts';
import { groupBy } from '../../shared/group.ts';
import { shareOf } from './rules.ts';

/** The numbers of a coach's appointments that have begun in an hour of a weekday, by their outcome. */
export interface Begun {
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

const sum = (rows: readonly Begun[], count: (row: Begun) => number) =>
  rows.reduce((total, row) => total + count(row), 0);
const bookedOrMissed = (row: Begun) => row.booked + row.missed;
const offeredOf = (row: Begun) => row.free + bookedOrMissed(row);

function toUtilisationFigures(rows: readonly Begun[]) {
  const total = sum(rows, offeredOf);
  const booked = sum(rows, bookedOrMissed);
  return { offered: total, booked, share: total === 0 ? 0 : booked / total };
}

/** The utilisation in total, of each coach (highest first) and of each hour of the week (reference 16.3). */
export function utilisationOf(begun: readonly Begun[], names: ReadonlyMap<number, string>) {
  const offeredRows = begun.filter((row) => offeredOf(row) > 0);
  return {
    total: shareOf(sum(offeredRows, bookedOrMissed), sum(offeredRows, offeredOf)),
    coaches: [...groupBy(offeredRows, ({ coachId }) => coachId)]
      .map(([coachId, rows]) => ({ coachId, coach: names.get(coachId) ?? '', ...toUtilisationFigures(rows) }))
      .sort((a, b) => b.share - a.share || inGermanOrder(a.coach, b.coach) || a.coachId - b.coachId),
    hours: [...groupBy(offeredRows, ({ weekday, hour }) => weekday * 24 + hour)]
      .sort(([a], [b]) => a - b)
      .map(([key, rows]) => ({ weekday: Math.floor(key / 24), hour: key % 24, ...toUtilisationFigures(rows) })),
  };
}

/** The rates of missed bookings, late cancellations and moved bookings (reference 16.4). */
export function ratesOf(begun: readonly Begun[]) {
  const bookedOrMissedCount = sum(begun, bookedOrMissed);
  const bookedOrCancelledCount = bookedOrMissedCount + sum(begun, ({ cancelled }) => cancelled);
  const movedCount = sum(begun, (row) => row.moved);
  return {
    missed: shareOf(
      sum(begun, ({ missed }) => missed),
      bookedOrMissedCount,
    ),
    lateCancellations: shareOf(
      sum(begun, ({ late }) => late),
      bookedOrCancelledCount,
    ),
    reschedules: shareOf(movedCount, bookedOrCancelledCount + movedCount),
  };
}
