import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { keepScrolling } from './scrollPosition.ts';

/**
 * For a part of a page that is loaded after the page itself: if the address leads to it (`#id`), it gets the focus and
 * is scrolled to, again and again while what is above it arrives, until somebody scrolls themselves.
 */
export function useArrival(id: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash !== `#${id}`) return;
    let stop = () => {};
    // After the frame's own effect, which moves the focus to the title.
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
