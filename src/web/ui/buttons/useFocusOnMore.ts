import { useEffect, useRef, type RefObject } from 'react';
import { useShowMore } from './MoreButton.tsx';

/**
 * Focuses the first additional entry of a list that grows on demand, since the clicked button may have disappeared.
 * `selector` finds the entries in `list`, and `count` is their current number. Call the returned function when more
 * entries are requested.
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

/** `useShowMore`, but `showMore` focuses the first new entry. Entries need `data-entry` and `tabIndex={-1}`. */
export function useShowMoreWithFocus<Item>(
  list: RefObject<HTMLElement | null>,
  items: readonly Item[],
  stepSize: number,
) {
  const { shownItems, showMore } = useShowMore(items, stepSize);
  const focusNext = useFocusOnMore(list, '[data-entry]', shownItems.length);
  const showMoreAndFocus = () => {
    focusNext();
    showMore?.();
  };
  return { shownItems, showMore: showMore && showMoreAndFocus };
}
