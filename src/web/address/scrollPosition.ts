import { useEffect } from 'react';
import type { DataRouter } from 'react-router';

/** Events that mean the user is scrolling. */
const scrollEvents = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Gives the history entry of a freshly loaded document its own key, under which the router stores the scroll position.
 * The router names every such entry 'default', so a page opened by its address would start at the scroll position of
 * the previous one.
 */
export function setHistoryEntryKey(): void {
  const state = (history.state ?? {}) as { key?: string };
  if (!state.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

/**
 * The router restores a page's scroll position as soon as it is rendered, when its lists may still be loading and the
 * page too short. This keeps scrolling to that position until the lists have loaded or the user scrolls.
 */
export function RestoredScrollPosition({ router }: { router: DataRouter }): null {
  useEffect(() => {
    let lastRestored: unknown[] = [];
    let stopScrolling = () => {};
    const restore = ({ location, restoreScrollPosition: position }: DataRouter['state']) => {
      if (lastRestored[0] === location && lastRestored[1] === position) return;
      lastRestored = [location, position];
      stopScrolling();
      stopScrolling = position ? keepScrolling(() => scrollToPosition(position)) : () => {};
    };
    restore(router.state);
    const unsubscribe = router.subscribe(restore);
    return () => {
      unsubscribe();
      stopScrolling();
    };
  }, [router]);
  return null;
}

/** Scrolls to a position; returns false while the page is too short for it. */
function scrollToPosition(position: number): boolean {
  scrollTo(0, position);
  return Math.abs(scrollY - position) < 2;
}

/**
 * Calls `scroll` now and whenever the page's height changes, until it returns true (the position is reached) while
 * nothing is loading, or until the user scrolls. Returns the function that stops it.
 */
export function keepScrolling(scroll: () => boolean): () => void {
  const observer = new ResizeObserver(() => {
    if (scroll() && !document.querySelector('main [aria-busy="true"]')) end();
  });
  const end = () => {
    observer.disconnect();
    for (const event of scrollEvents) removeEventListener(event, end);
  };
  observer.observe(document.body);
  for (const event of scrollEvents) addEventListener(event, end, { passive: true });
  return end;
}
