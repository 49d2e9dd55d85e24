import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/**
 * Calls `onLeave` when the user leaves the page, by a link or through the history, so that menus and dialogs can close.
 * The call is made when the next page starts to load, so a menu that is opened during the loading stays open.
 */
export function useOnPageLeave(onLeave: () => void): void {
  const location = useLocation();
  const nextLocation = useNavigation().location;
  const { pathname } = nextLocation ?? location;
  // Called while rendering, so that no frame shows the menu over the new page.
  const [lastPathname, setLastPathname] = useState(pathname);
  if (lastPathname === pathname) return;
  setLastPathname(pathname);
  onLeave();
}
