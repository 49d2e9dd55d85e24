import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether the window has at least this width, in px: 600 and 900 are the theme's breakpoints `sm` and `md`. The
 * library's hook would be one more file for the first list to wait for.
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
  // The prerendered page has a phone's width.
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
