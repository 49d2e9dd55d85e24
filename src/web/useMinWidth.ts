import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether the window is at least `px` wide. 600 and 900 are the theme's breakpoints `sm` and `md`. MUI's
 * hook would be one more file to load before the first list appears.
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
