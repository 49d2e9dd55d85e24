import { useEffect } from 'react';
import { useLatest } from '../useLatest.ts';

/**
 * Makes 'back' close a menu or dialog that covers the page instead of leaving the page, as people expect on a phone. It
 * adds a history entry with the page's own address and key, and removes this entry if the menu or dialog is closed in
 * another way.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latestClose = useLatest(close);
  useEffect(() => {
    if (!open) return;
    const coverId = Math.random();
    history.pushState({ ...(history.state as object | null), coverId }, '');
    const onBack = () => latestClose.current();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // If the user has already moved to another page, they stay there.
      if ((history.state as { coverId?: number } | null)?.coverId === coverId) history.back();
    };
  }, [open, latestClose]);
}
