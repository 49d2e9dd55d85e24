import { useEffect, useState, type RefObject } from 'react';

/** How far below the viewport an element may be to count as near. */
const margin = '320px';
const signs = ['keydown', 'pointerdown', 'scroll', 'touchstart'] as const;

/**
 * Whether an element is near the viewport, or somebody has begun to use the page: time to load its content.
 */
export function useNearViewport(place: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !place.current) return;
    const come = () => setNear(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && come(), {
      rootMargin: `0px 0px ${margin} 0px`,
    });
    observer.observe(place.current);
    for (const sign of signs) window.addEventListener(sign, come, { passive: true, once: true });
    return () => {
      observer.disconnect();
      for (const sign of signs) window.removeEventListener(sign, come);
    };
  }, [near, place]);
  return near;
}
