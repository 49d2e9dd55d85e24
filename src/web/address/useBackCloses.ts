import { useEffect } from 'react';
import { useLatest } from '../useLatest.ts';

/**
 * While a menu or dialog is open, 'back' closes it and does not leave the page, as people expect on a phone. For this,
 * the hook adds a history entry with the page's own URL and key. It removes this entry if the menu or dialog is closed
 * in another way.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latestClose = useLatest(close);
  useEffect(() => {
    if (!isOpen) return;
    const overlayId = Math.random();
    history.pushState({ ...(history.state as object | null), overlayId }, '');
    const onBack = () => latestClose.current();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // If the user has already moved to another page, they stay there.
      if ((history.state as { overlayId?: number } | null)?.overlayId === overlayId) history.back();
    };
  }, [isOpen, latestClose]);
}
