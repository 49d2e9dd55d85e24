import { useEffect, useRef, type RefObject } from 'react';
import { usePages } from './MoreButton.tsx';

/**
 * For lists that grow on demand: when the additional entries are on the screen, the first of them gets the focus, since
 * the button that was clicked may be gone. `selector` finds the entries in `list`, which now has `count` of them. Call
 * the returned function when more entries are requested.
 */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, selector: string, count: number): () => void {
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const before = countBefore.current;
    if (before === null || count <= before) return;
    countBefore.current = null;
    list.current?.querySelectorAll<HTMLElement>(selector)[before]?.focus();
  }, [list, selector, count]);
  return () => {
    countBefore.current = count;
  };
}

/** `usePages` whose `showMore` moves the focus to the first new entry: entries need `data-entry` and `tabIndex={-1}`. */
export function useFocusedPages<Item>(list: RefObject<HTMLElement | null>, items: readonly Item[], size: number) {
  const { shown, more } = usePages(items, size);
  const focusNext = useFocusOnMore(list, '[data-entry]', shown.length);
  const moreFocused = () => {
    focusNext();
    more?.();
  };
  return { shown, more: more && moreFocused };
}
