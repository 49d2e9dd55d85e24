import { startTransition, useEffect, useState } from 'react';

/** How many rows each step draws: as many as a screen shows, and few enough for one short task. */
const step = 20;

/**
 * How many rows of a list to draw now: a screenful immediately, the rest in steps, so that the page stays responsive
 * with 500 rows. Starts again for another list, which is recognised by its first row. `eager` draws all rows.
 */
export function useProgressiveRows(total: number, firstRow: string | undefined, atOnce: boolean): number {
  const [drawn, setDrawn] = useState({ firstRow, rows: step });
  const rows = drawn.firstRow === firstRow ? drawn.rows : step;
  useEffect(() => {
    // Goes one step beyond the rows: when more are fetched, the first of them are drawn immediately and can be focused.
    if (atOnce || rows >= total + step) return;
    // A transition renders in slices and yields to user input. It sets the number of rows together with their list
    // instead of adding to it: a transition that began for the previous list must not count for this one.
    const timer = setTimeout(() => startTransition(() => setDrawn({ firstRow, rows: rows + step })));
    return () => clearTimeout(timer);
  }, [atOnce, rows, total, firstRow]);
  return atOnce ? total : Math.min(rows, total);
}
