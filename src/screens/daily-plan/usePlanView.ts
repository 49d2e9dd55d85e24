import { useState } from 'react';
import { useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { nextOf } from './planDay.ts';

/** The number of appointments shown at first, and added by each click (reference 7.6). */
const portion = 5;

export interface PlanView {
  shown: readonly PlanEntry[];
  /** Shows another portion; undefined when everything is shown. */
  more: (() => void) | undefined;
  isOpen: (id: number) => boolean;
  toggle: (id: number, open: boolean) => void;
  /** Whether all the appointments shown are expanded. */
  allOpen: boolean;
  setAll: (open: boolean) => void;
}

interface Choice {
  /** The last choice of 'Alle aufklappen' (true) or 'Alle zuklappen' (false); null before. */
  all: boolean | null;
  /** The appointments that were expanded or collapsed one by one since, by id. */
  each: ReadonlyMap<number, boolean>;
}

/**
 * Which appointments of the plan are shown, and which of them are expanded. `opened` is the one that a link led to;
 * without it today's next one is expanded, and it stays so when another becomes the next. The one that a link led to is
 * shown however many precede it; so is the next one in a plan of today alone.
 */
export function usePlanView(entries: readonly PlanEntry[], opened: number | null, ofToday: boolean): PlanView {
  const now = useNow();
  const current = opened ?? nextOf(entries, now)?.id ?? null;
  const [asked, setAsked] = useState(portion);
  const [choice, setChoice] = useState<Choice>({ all: null, each: new Map() });
  const [last, setLast] = useState<number | null>(null);
  if (current !== last) {
    setLast(current);
    // An appointment that was collapsed stays so, unless a link leads to it.
    if (current !== null && (opened !== null || !choice.each.has(current)))
      setChoice({ ...choice, each: new Map(choice.each).set(current, true) });
  }
  const shownBefore = entries.findIndex(({ id }) => id === current && (opened !== null || ofToday)) + 1;
  const limit = Math.max(asked, shownBefore);
  const shown = entries.slice(0, limit);
  const isOpen = (id: number) => choice.each.get(id) ?? choice.all ?? false;
  return {
    shown,
    more: entries.length > limit ? () => setAsked(limit + portion) : undefined,
    isOpen,
    toggle: (id, open) => setChoice({ ...choice, each: new Map(choice.each).set(id, open) }),
    allOpen: shown.length > 0 && shown.every(({ id }) => isOpen(id)),
    setAll: (open) => setChoice({ all: open, each: new Map() }),
  };
}
