import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Calls `left` when the page changes, by a link or through the history, so that menus and dialogs over the previous
 * page can close. Runs while rendering, so that no frame shows them over the new page.
 */
export function useLeftPage(left: () => void): void {
  const { pathname } = useLocation();
  const [at, setAt] = useState(pathname);
  if (at === pathname) return;
  setAt(pathname);
  left();
}
