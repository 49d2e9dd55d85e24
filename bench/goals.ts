import type { Memory } from './memory.ts';
import type { PageLoad } from './page.ts';
import type { measureRatios } from './ratios.ts';

/** Everything that `npm run bench` measures. Times are in milliseconds unless their name says otherwise. */
export interface Figures {
  start: { firstMs: number; restartMs: number };
  statements: Record<'sessionCheck' | 'bookable' | 'bookAppointment', number>;
  ratios: Awaited<ReturnType<typeof measureRatios>>;
  memory: Memory;
  import: { rows: number; seconds: number };
  page: PageLoad;
}

/** A row of the table: what was measured, its goal, and its `floor`, the worst acceptable value. */
interface Row {
  what: string;
  goal: number;
  floor: number;
  measured: number;
  met: 'yes' | 'floor' | 'no';
}

/** A row for a figure that should be at least its goal. */
const atLeast = (what: string, goal: number, floor: number, measured: number): Row => ({
  what,
  goal,
  floor,
  measured,
  met: measured >= goal ? 'yes' : measured >= floor ? 'floor' : 'no',
});

/** A row for a figure that should be at most its goal. */
const atMost = (what: string, goal: number, floor: number, measured: number): Row => ({
  what,
  goal,
  floor,
  measured,
  met: measured <= goal ? 'yes' : measured <= floor ? 'floor' : 'no',
});

/**
 * Compares figures with the goals, which are meant for one small machine. L1, L2 and L5 are the limits of the libraries
 * and the database (docs/performance.md). `ofLimit` is a call's throughput divided by that of its limit.
 */
export function evaluateGoals({ start, statements, ratios, memory, import: importFigures, page }: Figures): Row[] {
  const { bare, bookable, book } = ratios.calls;
  return [
    atLeast('bookable, of L2', 0.6, 0.5, bookable.ofLimit),
    atMost('bookable, p99 of that of L2', 1.3, 1.8, bookable.p99OfLimit ?? NaN),
    atLeast('booking, of L5', 0.25, 0.2, book.ofLimit),
    atMost('statements: bookable', 2, 3, statements.bookable),
    atMost('statements: book', 5, 7, statements.bookAppointment),
    atLeast('a bare call, of L1', 0.5, 0.3, bare.ofLimit),
    atMost('first bookable card, s', 0.6, 0.9, page.firstCard / 1000),
    atMost('first load: requests', 10, 10, page.requests),
    atMost('first load: kB', 150, 180, Math.round(page.bytes / 1000)),
    atMost('first load: kB of JavaScript', 110, 135, Math.round(page.script / 1000)),
    atMost('memory of Node and PostgreSQL, MB', 180, 210, memory.sum),
    atMost('start with data, s', 0.5, 0.7, start.restartMs / 1000),
    atMost('import of 20,000 rows, s', 2, 3, importFigures.seconds),
  ];
}

/** The largest paint on a slow phone, in milliseconds, by the name of what is opened. */
export type SlowPaints = Record<'landing' | '/booking' | '/appointments' | '/booking again', number>;

/** Compares the largest paints on a slow phone with their goals, in seconds. */
export function evaluateSlowGoals(paints: SlowPaints): Row[] {
  const paintAtMost = (name: keyof SlowPaints, goal: number, floor: number) =>
    atMost(`slow phone, largest paint: ${name}, s`, goal, floor, paints[name] / 1000);
  return [
    paintAtMost('landing', 1.5, 2),
    paintAtMost('/booking', 4, 5),
    paintAtMost('/appointments', 4, 5),
    paintAtMost('/booking again', 1, 1.5),
  ];
}

/** Prints the table of goals. If a floor is missed, the program ends with an error. */
export function reportGoals(rows: Row[]): void {
  console.table(rows);
  const missedFloors = rows.filter(({ met }) => met === 'no').map(({ what }) => what);
  if (missedFloors.length === 0) return;
  console.error(`Worse than the floor: ${missedFloors.join('; ')}`);
  process.exitCode = 1;
}
