import { useEffect } from 'react';
import { useLatest } from '../useLatest.ts';

/**
 * While something covers the page, 'back' closes it instead of leaving the page, as people expect on a phone. The entry
 * that this adds to the history has the page's own address and key, and goes when it is closed in another way.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const latest = useLatest(close);
  useEffect(() => {
    if (!open) return;
    const covers = Math.random();
    history.pushState({ ...(history.state as object | null), covers }, '');
    const closed = () => latest.current();
    addEventListener('popstate', closed);
    return () => {
      removeEventListener('popstate', closed);
      // Somebody who has gone on to another page stays there.
      if ((history.state as { covers?: number } | null)?.covers === covers) history.back();
    };
  }, [open, latest]);
}
