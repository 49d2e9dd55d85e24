import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in a list from which entries are deleted: where it went with an entry, the one that takes its place gets
 * it, or the one before, or the list itself; whoever has gone on to something else keeps it there. Entries carry `data-entry` and `tabIndex={-1}`; the list has `tabIndex={-1}`.
 * Call the answered function when the entry is deleted and about to leave `ids`; `ready` false waits for the list.
 */
export function useFocusAfterDelete(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  ready = true,
): (id: number) => void {
  const deleted = useRef<{ id: number; index: number } | null>(null);
  useEffect(() => {
    const gone = deleted.current;
    if (!gone || !ready || ids.includes(gone.id)) return;
    deleted.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    const entries = list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [];
    (entries[Math.min(gone.index, entries.length - 1)] ?? list.current)?.focus();
  }, [list, ids, ready]);
  return (id) => {
    deleted.current = { id, index: ids.indexOf(id) };
  };
}
