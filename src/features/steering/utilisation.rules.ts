import { compareGerman } from '../../shared/german.ts';
import { groupBy } from '../../shared/group.ts';
import { toShare } from './rules.ts';

/** How many Einzelcoachings of a coach have begun in a certain hour of a weekday, by their outcome. */
export interface CoachingCounts {
  coachId: number;
  weekday: number;
  hour: number;
  free: number;
  booked: number;
  missed: number;
  /** Includes the late cancellations. */
  cancelled: number;
  cancelledLate: number;
  /** The cancellations for an absence of the coach, or by the coach. */
  cancelledByCoach: number;
  moved: number;
}

const sum = (rows: readonly CoachingCounts[], countIn: (row: CoachingCounts) => number) =>
  rows.reduce((total, row) => total + countIn(row), 0);
const bookedOrMissed = (row: CoachingCounts) => row.booked + row.missed;
const offeredOf = (row: CoachingCounts) => row.free + bookedOrMissed(row);

function toUtilisationFigures(rows: readonly CoachingCounts[]) {
  const offered = sum(rows, offeredOf);
  const booked = sum(rows, bookedOrMissed);
  return { offered, booked, share: offered === 0 ? 0 : booked / offered };
}

/** Returns the utilisation in total, of each coach (highest first) and of each hour of the week (reference 16.3). */
export function toUtilisation(counts: readonly CoachingCounts[], names: ReadonlyMap<number, string>) {
  const offeredRows = counts.filter((row) => offeredOf(row) > 0);
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

/** Returns the rates of missed bookings, late cancellations, cancellations because of the coach, and moved bookings (reference 16.4). */
export function toRates(counts: readonly CoachingCounts[]) {
  const bookedOrMissedCount = sum(counts, bookedOrMissed);
  const bookedOrCancelledCount = bookedOrMissedCount + sum(counts, ({ cancelled }) => cancelled);
  const movedCount = sum(counts, ({ moved }) => moved);
  return {
    missed: toShare(
      sum(counts, ({ missed }) => missed),
      bookedOrMissedCount,
    ),
    lateCancellations: toShare(
      sum(counts, ({ cancelledLate }) => cancelledLate),
      bookedOrCancelledCount,
    ),
    byCoach: toShare(
      sum(counts, ({ cancelledByCoach }) => cancelledByCoach),
      bookedOrCancelledCount,
    ),
    reschedules: toShare(movedCount, bookedOrCancelledCount + movedCount),
  };
}
