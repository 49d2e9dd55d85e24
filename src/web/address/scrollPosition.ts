import { useEffect } from 'react';
import type { DataRouter } from 'react-router';

/** Events that mean the user is scrolling. */
const scrollSigns = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Gives the history entry of a freshly loaded document its own key, under which the router stores the scroll position.
 * The router names every such entry 'default', so a typed address would open at the scroll position of the previous
 * one.
 */
export function nameHistoryEntry(): void {
  const state = (history.state ?? {}) as { key?: string };
  if (!state.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

/**
 * The router restores a page's scroll position as soon as it is rendered, when its lists may still be loading and the
 * page too short. This keeps scrolling to that position until the lists have loaded or the user scrolls.
 */
export function RestoredScrollPosition({ router }: { router: DataRouter }): null {
  useEffect(() => {
    let restored: unknown[] = [];
    let stopScrolling = () => {};
    const restore = ({ location, restoreScrollPosition: place }: DataRouter['state']) => {
      if (restored[0] === location && restored[1] === place) return;
      restored = [location, place];
      stopScrolling();
      stopScrolling = place ? keepScrolling(() => scrolledTo(place)) : () => {};
    };
    restore(router.state);
    const stop = router.subscribe(restore);
    return () => {
      stop();
      stopScrolling();
    };
  }, [router]);
  return null;
}

/** Scrolls to a position; false while the page is too short for it. */
function scrolledTo(place: number): boolean {
  scrollTo(0, place);
  return Math.abs(scrollY - place) < 2;
}

/**
 * Calls `scroll` now and whenever the page's height changes, until it reports that the position is reached and nothing
 * is loading any more, or until the user scrolls. Returns the function that stops it.
 */
export function keepScrolling(scroll: () => boolean): () => void {
  const observer = new ResizeObserver(() => {
    if (scroll() && !document.querySelector('main [aria-busy="true"]')) end();
  });
  const end = () => {
    observer.disconnect();
    for (const sign of scrollSigns) removeEventListener(sign, end);
  };
  observer.observe(document.body);
  for (const sign of scrollSigns) addEventListener(sign, end, { passive: true });
  return end;
}
