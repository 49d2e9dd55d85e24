import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in a list from which entries are deleted: if the focus was in the deleted entry, it moves to the
 * entry that takes its place, else to the last entry, else to the list itself. A focus that is elsewhere stays there.
 * Entries need `data-entry` and `tabIndex={-1}`, the list `tabIndex={-1}`. Call the returned function when the entry is
 * deleted and about to leave `ids`; while `ready` is false, the list is not up to date yet.
 */
export function useFocusAfterDelete(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  ready = true,
): (id: number) => void {
  const deleted = useRef<{ id: number; index: number } | null>(null);
  useEffect(() => {
    const deletedEntry = deleted.current;
    if (!deletedEntry || !ready || ids.includes(deletedEntry.id)) return;
    deleted.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [];
    (entries[Math.min(deletedEntry.index, entries.length - 1)] ?? list.current)?.focus();
  }, [list, ids, ready]);
  return (id) => {
    deleted.current = { id, index: ids.indexOf(id) };
  };
}
