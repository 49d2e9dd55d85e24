import { useEffect } from 'react';
import type { DataRouter } from 'react-router';

/** What somebody does who moves on a page themselves. */
const signs = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const;

/**
 * Gives the history's entry that the document was loaded for a key of its own, by which the router keeps where a page is
 * scrolled to. The router calls every such entry 'default': a typed address would open where the last page was.
 */
export function nameEntry(): void {
  const state = (history.state ?? {}) as { key?: string };
  if (!state.key) history.replaceState({ ...state, key: Math.random().toString(36).slice(2, 10) }, '');
}

/**
 * The router scrolls a page to where it was left as soon as it is drawn; then its lists may still be on their way and
 * the page too short. This goes on to that place as they come, until they are there or somebody moves themselves.
 */
export function HeldPlace({ router }: { router: DataRouter }): null {
  useEffect(() => {
    let held: unknown[] = [];
    let letGo = () => {};
    const hold = ({ location, restoreScrollPosition: place }: DataRouter['state']) => {
      if (held[0] === location && held[1] === place) return;
      held = [location, place];
      letGo();
      letGo = place ? goOnTo(place) : () => {};
    };
    hold(router.state);
    const stop = router.subscribe(hold);
    return () => {
      stop();
      letGo();
    };
  }, [router]);
  return null;
}

/** Scrolls to `place` whenever the page's height changes; answers what ends it. */
function goOnTo(place: number): () => void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, place);
    const reached = Math.abs(scrollY - place) < 2;
    if (reached && !document.querySelector('main [aria-busy="true"]')) end();
  });
  const end = () => {
    observer.disconnect();
    for (const sign of signs) removeEventListener(sign, end);
  };
  observer.observe(document.body);
  for (const sign of signs) addEventListener(sign, end, { passive: true });
  return end;
}
