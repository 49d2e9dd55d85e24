import { useState } from 'react';
import { useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { findCurrentOrNext } from './planDay.ts';

/** The number of appointments shown initially, and added by each click (reference 7.6). */
const portionSize = 5;

export interface PlanView {
  shown: readonly PlanEntry[];
  /** Shows another portion; undefined when all appointments are shown. */
  showMore: (() => void) | undefined;
  isOpen: (id: number) => boolean;
  toggle: (id: number, open: boolean) => void;
  /** Whether all the appointments shown are expanded. */
  allOpen: boolean;
  setAll: (open: boolean) => void;
}

interface Expansion {
  /** The last use of 'Alle aufklappen' (true) or 'Alle zuklappen' (false); null if neither was used. */
  all: boolean | null;
  /** The appointments that have been expanded (true) or collapsed (false) individually since then, by id. */
  byId: ReadonlyMap<number, boolean>;
}

/**
 * Returns which appointments of the plan are shown, and which of them are expanded. `opened` is the appointment that a
 * link led to; it is expanded, and shown however many precede it. Without a link, today's next appointment is expanded,
 * and stays expanded when another one becomes the next. If the plan is of today only (`onlyToday`), that appointment is
 * always shown.
 */
export function usePlanView(entries: readonly PlanEntry[], opened: number | null, onlyToday: boolean): PlanView {
  const now = useNow();
  const current = opened ?? findCurrentOrNext(entries, now)?.id ?? null;
  const [requestedCount, setRequested] = useState(portionSize);
  const [expansion, setExpansion] = useState<Expansion>({ all: null, byId: new Map() });
  const [lastCurrent, setLastCurrent] = useState<number | null>(null);
  if (current !== lastCurrent) {
    setLastCurrent(current);
    // An appointment that the user has collapsed stays collapsed, unless a link leads to it.
    if (current !== null && (opened !== null || !expansion.byId.has(current)))
      setExpansion({ ...expansion, byId: new Map(expansion.byId).set(current, true) });
  }
  const countToCurrent = entries.findIndex(({ id }) => id === current && (opened !== null || onlyToday)) + 1;
  const limit = Math.max(requestedCount, countToCurrent);
  const shown = entries.slice(0, limit);
  const isOpen = (id: number) => expansion.byId.get(id) ?? expansion.all ?? false;
  return {
    shown,
    showMore: entries.length > limit ? () => setRequested(limit + portionSize) : undefined,
    isOpen,
    toggle: (id, open) => setExpansion({ ...expansion, byId: new Map(expansion.byId).set(id, open) }),
    allOpen: shown.length > 0 && shown.every(({ id }) => isOpen(id)),
    setAll: (open) => setExpansion({ all: open, byId: new Map() }),
  };
}
