import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Calls `onLeave` when the page changes, by a link or through the history, so that menus and dialogs over the previous
 * page can close. The call happens while rendering, so that no frame shows them over the new page.
 */
export function useOnPageLeave(onLeave: () => void): void {
  const { pathname } = useLocation();
  const [lastPathname, setLastPathname] = useState(pathname);
  if (lastPathname === pathname) return;
  setLastPathname(pathname);
  onLeave();
}
