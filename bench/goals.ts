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

/**
 * Compares figures with the goals, which are meant for one small machine. L1, L2 and L5 are the limits of the libraries
 * and the database (docs/performance.md). `ofLimit` is a call's throughput divided by that of its limit.
 */
export function evaluateGoals({ start, statements, ratios, memory, import: importFigures, page }: Figures): Row[] {
  const { bare, bookable, book } = ratios.calls;
  const atLeast = (what: string, goal: number, floor: number, measured: number): Row => ({
    what,
    goal,
    floor,
    measured,
    met: measured >= goal ? 'yes' : measured >= floor ? 'floor' : 'no',
  });
  const atMost = (what: string, goal: number, ceiling: number, measured: number): Row => ({
    what,
    goal,
    floor: ceiling,
    measured,
    met: measured <= goal ? 'yes' : measured <= ceiling ? 'floor' : 'no',
  });
  return [
    atLeast('bookable, of L2', 0.6, 0.35, bookable.ofLimit),
    atMost('bookable, p99 in ms', 15, 25, bookable.p99),
    atLeast('booking, of L5', 0.35, 0.2, book.ofLimit),
    atMost('statements: bookable', 2, 3, statements.bookable),
    atMost('statements: book', 5, 7, statements.bookAppointment),
    atLeast('a bare call, of L1', 0.5, 0.3, bare.ofLimit),
    atMost('first bookable card, s', 0.6, 0.9, page.firstCard / 1000),
    atMost('first load: requests', 10, 15, page.requests),
    atMost('first load: kB', 180, 250, Math.round(page.bytes / 1000)),
    atMost('first load: kB of JavaScript', 135, 190, Math.round(page.script / 1000)),
    atMost('memory of Node and PostgreSQL, MB', 155, 230, memory.sum),
    atMost('start with data, s', 0.5, 1, start.restartMs / 1000),
    atMost('import of 20,000 rows, s', 4, 10, importFigures.seconds),
  ];
}
