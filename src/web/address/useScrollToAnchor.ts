import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { keepScrolling } from './scrollPosition.ts';

/**
 * If the URL names an element (`#id`) that is loaded after its page, focuses the element and keeps scrolling to it
 * while the content above it loads, until the user scrolls.
 */
export function useScrollToAnchor(id: string | undefined): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (id === undefined || hash !== `#${id}`) return;
    let stop = () => {};
    // Runs after the shell's effect, which moves the focus to the title.
    const timer = setTimeout(() => {
      const element = document.getElementById(id);
      element?.focus({ preventScroll: true });
      stop = keepScrolling(() => {
        element?.scrollIntoView();
        return true;
      });
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [hash, id, key]);
}
