import { inGermanOrder } from '../../shared/german.ts';
import { groupBy } from '../../shared/group.ts';
import { shareOf } from './rules.ts';

/** Counts of the appointments that have begun, of a coach in an hour of a weekday, by what became of them. */
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

const sum = (rows: readonly Begun[], of: (row: Begun) => number) => rows.reduce((all, row) => all + of(row), 0);
const taken = (row: Begun) => row.booked + row.missed;
const offered = (row: Begun) => row.free + taken(row);

function used(rows: readonly Begun[]) {
  const all = sum(rows, offered);
  const booked = sum(rows, taken);
  return { offered: all, booked, share: all === 0 ? 0 : booked / all };
}

/** Utilisation of all, of each coach (the busiest first) and of each hour of the week (reference 16.3). */
export function utilisationOf(begun: readonly Begun[], names: ReadonlyMap<number, string>) {
  const live = begun.filter((row) => offered(row) > 0);
  return {
    total: shareOf(sum(live, taken), sum(live, offered)),
    coaches: [...groupBy(live, ({ coachId }) => coachId)]
      .map(([coachId, rows]) => ({ coachId, coach: names.get(coachId) ?? '', ...used(rows) }))
      .sort((a, b) => b.share - a.share || inGermanOrder(a.coach, b.coach) || a.coachId - b.coachId),
    hours: [...groupBy(live, ({ weekday, hour }) => weekday * 24 + hour)]
      .sort(([a], [b]) => a - b)
      .map(([key, rows]) => ({ weekday: Math.floor(key / 24), hour: key % 24, ...used(rows) })),
  };
}

/** The rates of missed, late cancelled and moved bookings (reference 16.4). */
export function ratesOf(begun: readonly Begun[]) {
  const held = sum(begun, taken);
  const made = held + sum(begun, ({ cancelled }) => cancelled);
  const moved = sum(begun, (row) => row.moved);
  return {
    missed: shareOf(
      sum(begun, ({ missed }) => missed),
      held,
    ),
    lateCancellations: shareOf(
      sum(begun, ({ late }) => late),
      made,
    ),
    reschedules: shareOf(moved, made + moved),
  };
}
