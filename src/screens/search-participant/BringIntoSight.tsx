import { useEffect, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useMinWidth } from '../../web/useMinWidth.ts';

/**
 * Scrolls to `target` when this first appears, on a phone, where the search form fills the screen above it. Does
 * nothing if the target begins in the upper half of the screen, or if the URL leads to a part of the details.
 */
export function BringIntoSight({ target }: { target: RefObject<HTMLElement | null> }) {
  const isPhone = !useMinWidth(600);
  const { hash } = useLocation();
  const isWanted = isPhone && !hash;
  useEffect(() => {
    if (!isWanted) return undefined;
    // After the frame in which a new page is scrolled to its top.
    const frame = requestAnimationFrame(() => {
      const top = target.current?.getBoundingClientRect().top ?? 0;
      if (top > innerHeight / 2) target.current?.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, target]);
  return null;
}
