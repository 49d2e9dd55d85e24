import { useState } from 'react';
import { useNow } from '../../web/clock.ts';
import type { PlanEntry } from '../../features/appointments/contract.ts';
import { nextOf } from './planDay.ts';

/** How many appointments are shown at first, and how many more with each click (reference 7.6). */
const portion = 5;

export interface PlanView {
  shown: readonly PlanEntry[];
  /** Shows another portion; undefined when everything is shown. */
  more: (() => void) | undefined;
  isOpen: (id: number) => boolean;
  toggle: (id: number, open: boolean) => void;
  /** Whether all that are shown are open. */
  allOpen: boolean;
  setAll: (open: boolean) => void;
}

interface Choice {
  /** What 'Alle aufklappen' and 'Alle zuklappen' have set; null before. */
  all: boolean | null;
  /** What has been opened and closed one by one since. */
  each: ReadonlyMap<number, boolean>;
}

/**
 * Which appointments of the plan are shown, and which of them are open. `opened` is the one that a link has led to;
 * without it today's next one opens by itself, and what was open stays so when another becomes the next. Both are shown
 * however many precede them, the next one only if the plan is that of today alone.
 */
export function usePlanView(entries: readonly PlanEntry[], opened: number | null, ofToday: boolean): PlanView {
  const now = useNow();
  const current = opened ?? nextOf(entries, now)?.id ?? null;
  const [asked, setAsked] = useState(portion);
  const [choice, setChoice] = useState<Choice>({ all: null, each: new Map() });
  const [last, setLast] = useState<number | null>(null);
  if (current !== last) {
    setLast(current);
    // What somebody has closed stays closed, unless a link leads to it.
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
