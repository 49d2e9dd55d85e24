import { useEffect, useState, type RefObject } from 'react';

/** How far below the viewport an element may be to count as near. */
const margin = '320px';
const interactions = ['keydown', 'pointerdown', 'scroll', 'touchstart'] as const;

/**
 * Whether to load the content of an element, because it is near the viewport or the user has begun to use the page.
 */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [shouldLoad, setShouldLoad] = useState(false);
  useEffect(() => {
    if (shouldLoad || !element.current) return;
    const startLoading = () => setShouldLoad(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && startLoading(), {
      rootMargin: `0px 0px ${margin} 0px`,
    });
    observer.observe(element.current);
    for (const interaction of interactions)
      window.addEventListener(interaction, startLoading, { passive: true, once: true });
    return () => {
      observer.disconnect();
      for (const interaction of interactions) window.removeEventListener(interaction, startLoading);
    };
  }, [shouldLoad, element]);
  return shouldLoad;
}
