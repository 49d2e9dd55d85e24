import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in a list from which entries are deleted. If the focus was in the deleted entry, it moves to the
 * entry that takes its place, to the last entry, or to the list itself if it is empty. If the focus is elsewhere, it
 * stays there. Entries need `data-entry` and `tabIndex={-1}`, and the list needs `tabIndex={-1}`. Call the returned
 * function when an entry has been deleted and is about to leave `ids`. `isUpToDate` is false while the list is being
 * fetched.
 */
export function useFocusAfterDelete<Id extends number | string>(
  list: RefObject<HTMLElement | null>,
  ids: readonly Id[],
  isUpToDate = true,
): (id: Id) => void {
  const deleted = useRef<{ id: Id; index: number } | null>(null);
  useEffect(() => {
    const deletedEntry = deleted.current;
    if (!deletedEntry || !isUpToDate || ids.includes(deletedEntry.id)) return;
    deleted.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [];
    (entries[Math.min(deletedEntry.index, entries.length - 1)] ?? list.current)?.focus();
  }, [list, ids, isUpToDate]);
  return (id) => {
    deleted.current = { id, index: ids.indexOf(id) };
  };
}
