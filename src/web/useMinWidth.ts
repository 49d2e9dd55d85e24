import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether the window is at least so wide, in px: 600 and 900 are the theme's breakpoints `sm` and `md`. The library's
 * hook would be another file that the first list has to wait for.
 */
export function useMinWidth(px: number): boolean {
  const query = `(min-width: ${px}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  // The prerendered page is a phone's.
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
