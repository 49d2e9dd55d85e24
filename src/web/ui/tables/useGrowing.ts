import { startTransition, useEffect, useState } from 'react';

/** Rows that are drawn at once: as many as a screen shows, and few enough for one short task. */
const step = 20;

/**
 * How many of a list's rows are drawn by now: a screenful at once, the rest in steps between which the page answers, so
 * that 500 rows do not stop it. Another list, known by its first row, begins anew.
 */
export function useGrowing(total: number, firstRow: string | undefined, atOnce: boolean): number {
  const [grown, setGrown] = useState({ firstRow, rows: step });
  const rows = grown.firstRow === firstRow ? grown.rows : step;
  useEffect(() => {
    // One step ahead: where more rows are fetched, the first of them are drawn at once and can take the focus.
    if (atOnce || rows >= total + step) return;
    // A transition is rendered piece by piece, and gives way to what somebody does meanwhile. It says how many rows of
    // which list, not how many more: one that began for the list before must not count for this one.
    const timer = setTimeout(() => startTransition(() => setGrown({ firstRow, rows: rows + step })));
    return () => clearTimeout(timer);
  }, [atOnce, rows, total, firstRow]);
  return atOnce ? total : Math.min(rows, total);
}
