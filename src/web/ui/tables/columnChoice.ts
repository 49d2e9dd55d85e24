import { useMemo, useSyncExternalStore } from 'react';
import type { Column } from './DataTable.tsx';

const storageKey = (list: string) => `columns.${list}`;
const listeners = new Set<() => void>();

/** The columns of a list that the user can show and hide, and those that are shown. */
export interface ColumnChoice {
  options: readonly Pick<Column<never>, 'name' | 'title' | 'minBreakpoint'>[];
  /** The names of the optional columns that are shown. */
  shown: readonly string[];
  choose: (names: readonly string[]) => void;
}

/**
 * Returns the names of the optional columns that were chosen for a list on this device; null without a choice. The
 * component renders again when they change.
 */
export function useChosenColumns(list: string): readonly string[] | null {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey(list)));
  return useMemo(() => stored?.split(',').filter(Boolean) ?? null, [stored]);
}

/** Stores on this device which optional columns of a list are shown; null stands for the usual ones. */
export function storeColumns(list: string, names: readonly string[] | null): void {
  if (names) localStorage.setItem(storageKey(list), names.toSorted().join(','));
  else localStorage.removeItem(storageKey(list));
  for (const listener of listeners) listener();
}

/**
 * Returns the columns of a list that are shown, and the choice of its optional columns. `allColumns` must be the same
 * in every render.
 */
export function useColumnChoice<Row>(
  list: string,
  allColumns: readonly Column<Row>[],
): { columns: readonly Column<Row>[]; columnChoice: ColumnChoice } {
  const chosen = useChosenColumns(list);
  return useMemo(() => {
    const isShown = ({ name, choice }: Column<Row>) => chosen?.includes(name) ?? choice === 'shown';
    const options = allColumns.filter(({ choice }) => choice);
    return {
      columns: allColumns.filter((column) => !column.choice || isShown(column)),
      columnChoice: {
        options,
        shown: options.filter(isShown).map(({ name }) => name),
        choose: (names) => storeColumns(list, names),
      },
    };
  }, [list, allColumns, chosen]);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
