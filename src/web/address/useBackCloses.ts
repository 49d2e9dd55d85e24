import { useEffect } from 'react';
import { useLatest } from '../useLatest.ts';

/**
 * Makes 'back' close a menu or dialog that covers the page instead of leaving the page, as people expect on a phone.
 * For this it adds a history entry with the page's own address and key, which it removes if the menu or dialog is
 * closed in another way.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latestClose = useLatest(close);
  useEffect(() => {
    if (!open) return;
    const covers = Math.random();
    history.pushState({ ...(history.state as object | null), covers }, '');
    const onBack = () => latestClose.current();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // If the user has already moved to another page, they stay there.
      if ((history.state as { covers?: number } | null)?.covers === covers) history.back();
    };
  }, [open, latestClose]);
}
