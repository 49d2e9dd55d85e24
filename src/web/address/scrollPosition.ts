import { useEffect } from 'react';
import type { DataRouter } from 'react-router';

/** The events that indicate that the user is scrolling. */
const scrollEvents = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Gives the history entry of a newly loaded document its own key, under which the router stores the scroll position.
 * Otherwise the router would use the key 'default' for every such entry, so a page opened by its URL would start at the
 * scroll position of the previous page.
 */
export function setHistoryEntryKey(): void {
  const state = (history.state ?? {}) as { key?: string };
  if (!state.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

/**
 * Keeps scrolling to a page's restored scroll position until its lists have loaded or the user scrolls. The router
 * alone restores the position only once, when the lists may still be loading and the page may be too short.
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
 * Calls `scroll` whenever the page's height changes, starting immediately. Stops when `scroll` returns true (the
 * position is reached) and nothing is loading, when the user scrolls, or when the returned function is called.
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
