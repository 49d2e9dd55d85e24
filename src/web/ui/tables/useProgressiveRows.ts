import { startTransition, useEffect, useState } from 'react';

/** The number of rows that each step renders: as many as a screen shows, and few enough for one short task. */
const step = 20;

/**
 * Returns how many rows of a list to render now: a screenful immediately, the others in steps, so that the page stays
 * responsive with 500 rows. Starts again for another list, which has another `firstRow`. `eager` renders all rows.
 */
export function useProgressiveRows(total: number, firstRow: string | undefined, eager: boolean): number {
  const [drawn, setDrawn] = useState({ firstRow, rows: step });
  const rows = drawn.firstRow === firstRow ? drawn.rows : step;
  useEffect(() => {
    // Goes one step beyond the rows, so that when more are fetched, the first of them are rendered immediately and can
    // be focused.
    if (eager || rows >= total + step) return;
    // A transition yields to user input. It sets the number of rows together with their list instead of increasing the
    // number, since a transition that began for the previous list must not affect this one.
    const timer = setTimeout(() => startTransition(() => setDrawn({ firstRow, rows: rows + step })));
    return () => clearTimeout(timer);
  }, [eager, rows, total, firstRow]);
  return eager ? total : Math.min(rows, total);
}
