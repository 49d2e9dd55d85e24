import { startTransition, useEffect, useState } from 'react';

/** The number of rows that each step renders: as many as a screen shows, and few enough for one short task. */
const step = 20;

/**
 * Returns how many rows of a list to render now: a screenful immediately, the others in steps, so that the page stays
 * responsive with 500 rows. Starts again when `firstRowId` changes, since the rows then belong to another list. With
 * `eager`, all rows are rendered immediately.
 */
export function useProgressiveRows(total: number, firstRowId: string | undefined, eager: boolean): number {
  const [rendered, setRendered] = useState({ firstRowId, rows: step });
  const rows = rendered.firstRowId === firstRowId ? rendered.rows : step;
  useEffect(() => {
    // Goes one step beyond the rows, so that when more are fetched, the first of them are rendered immediately and can
    // be focused.
    if (eager || rows >= total + step) return;
    // A transition yields to user input. It sets the number of rows together with `firstRowId` instead of increasing
    // the number, since a transition that began for the previous list must not affect this one.
    const timer = setTimeout(() => startTransition(() => setRendered({ firstRowId, rows: rows + step })));
    return () => clearTimeout(timer);
  }, [eager, rows, total, firstRowId]);
  return eager ? total : Math.min(rows, total);
}
