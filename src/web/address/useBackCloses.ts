import { useEffect } from 'react';
import { useLatest } from '../useLatest.ts';

/**
 * While a menu or dialog covers the page, 'back' closes it instead of leaving the page, as people expect on a phone.
 * The history entry that this adds has the page's own address and key; it is removed if the cover is closed another
 * way.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useLatest(close);
  useEffect(() => {
    if (!open) return;
    const covers = Math.random();
    history.pushState({ ...(history.state as object | null), covers }, '');
    const onBack = () => latest.current();
    addEventListener('popstate', onBack);
    return () => {
      removeEventListener('popstate', onBack);
      // If the user has moved to another page, they stay there.
      if ((history.state as { covers?: number } | null)?.covers === covers) history.back();
    };
  }, [open, latest]);
}
