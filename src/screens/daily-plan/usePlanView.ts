import { useState } from 'react';
import { useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { findCurrentOrNext } from './planDay.ts';

/** The number of appointments shown initially, and added by each click (reference 7.6). */
const portionSize = 5;

export interface PlanView {
  shownEntries: readonly PlanEntry[];
  /** Shows another portion; undefined when all appointments are shown. */
  showMore: (() => void) | undefined;
  isExpanded: (id: number) => boolean;
  setExpanded: (id: number, expanded: boolean) => void;
  /** Whether all the appointments shown are expanded. */
  areAllExpanded: boolean;
  setAllExpanded: (expanded: boolean) => void;
}

interface Expansion {
  /** The last use of 'Alle aufklappen' (true) or 'Alle zuklappen' (false); null if neither was used. */
  all: boolean | null;
  /** The appointments that have been expanded (true) or collapsed (false) individually since then, by id. */
  byId: ReadonlyMap<number, boolean>;
}

/**
 * Returns which appointments of the plan are shown, and which of them are expanded. `linkedId` is the appointment that
 * a link led to. It is expanded, and shown even if many appointments precede it. Without a link, today's current or
 * next appointment is expanded. It stays expanded when another appointment becomes the next. If the plan covers only
 * today (`isOnlyToday`), the current or next appointment is always shown.
 */
export function usePlanView(entries: readonly PlanEntry[], linkedId: number | null, isOnlyToday: boolean): PlanView {
  const now = useNow();
  const currentId = linkedId ?? findCurrentOrNext(entries, now)?.id ?? null;
  const [requestedCount, setRequestedCount] = useState(portionSize);
  const [expansion, setExpansion] = useState<Expansion>({ all: null, byId: new Map() });
  const [lastCurrentId, setLastCurrentId] = useState<number | null>(null);
  if (currentId !== lastCurrentId) {
    setLastCurrentId(currentId);
    // An appointment that the user has collapsed stays collapsed, unless a link leads to it.
    if (currentId !== null && (linkedId !== null || !expansion.byId.has(currentId)))
      setExpansion({ ...expansion, byId: new Map(expansion.byId).set(currentId, true) });
  }
  const countToCurrent = entries.findIndex(({ id }) => id === currentId && (linkedId !== null || isOnlyToday)) + 1;
  const limit = Math.max(requestedCount, countToCurrent);
  const shownEntries = entries.slice(0, limit);
  const isExpanded = (id: number) => expansion.byId.get(id) ?? expansion.all ?? false;
  return {
    shownEntries,
    showMore: entries.length > limit ? () => setRequestedCount(limit + portionSize) : undefined,
    isExpanded,
    setExpanded: (id, expanded) => setExpansion({ ...expansion, byId: new Map(expansion.byId).set(id, expanded) }),
    areAllExpanded: shownEntries.length > 0 && shownEntries.every(({ id }) => isExpanded(id)),
    setAllExpanded: (expanded) => setExpansion({ all: expanded, byId: new Map() }),
  };
}
