/** A row's identity in its list. */
export type Key = string | number;

/** The selection of rows in a list, for actions on several rows. */
export interface Selection<Row> {
  /** The keys of the chosen rows. */
  chosenKeys: ReadonlySet<Key>;
  onChange: (chosen: ReadonlySet<Key>) => void;
  /** Whether a row can be chosen; by default every row can. */
  isSelectable?: (row: Row) => boolean;
  /** A row's name in its checkbox: 'Mo, 30.11.2026, 10:00 bis 10:45 Uhr'. */
  nameOf: (row: Row) => string;
}

/** Returns the keys of the chosen rows after some rows were selected or deselected. */
export function updateSelection<Row>(
  { chosenKeys }: Selection<Row>,
  changed: readonly Row[],
  isSelected: boolean,
  keyOf: (row: Row) => Key,
): ReadonlySet<Key> {
  const next = new Set(chosenKeys);
  for (const row of changed) {
    if (isSelected) next.add(keyOf(row));
    else next.delete(keyOf(row));
  }
  return next;
}
