import { useEffect, useRef, type RefObject } from 'react';

/**
 * For lists that grow on demand: once more entries are on the screen, the first new one takes the focus, for the button
 * that asked for them may be gone. `selector` finds the entries in `list`, which has `count` of them now. Call the
 * answered function when more are asked for.
 */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, selector: string, count: number): () => void {
  const asked = useRef<number | null>(null);
  useEffect(() => {
    const before = asked.current;
    if (before === null || count <= before) return;
    asked.current = null;
    list.current?.querySelectorAll<HTMLElement>(selector)[before]?.focus();
  }, [list, selector, count]);
  return () => {
    asked.current = count;
  };
}
