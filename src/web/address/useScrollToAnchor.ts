import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { keepScrolling } from './scrollPosition.ts';

/**
 * For a part of a page that loads after the page itself: if the address names it (`#id`), focuses it and keeps
 * scrolling to it while the content above it loads, until the user scrolls.
 */
export function useScrollToAnchor(id: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== `#${id}`) return;
    let stop = () => {};
    // After the frame's effect, which moves the focus to the title.
    const timer = setTimeout(() => {
      const part = document.getElementById(id);
      part?.focus({ preventScroll: true });
      stop = keepScrolling(() => {
        part?.scrollIntoView();
        return true;
      });
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [hash, id, key]);
}
