import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Calls `left` when another page is shown, by a link or a step through the history, so that what was open over the
 * previous page can close. Runs while rendering, so that no frame shows it open over the new one.
 */
export function useLeftPage(left: () => void): void {
  const { pathname } = useLocation();
  const [at, setAt] = useState(pathname);
  if (at === pathname) return;
  setAt(pathname);
  left();
}
