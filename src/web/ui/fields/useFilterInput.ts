import { useState } from 'react';

/** The values in the fields of a filter bar. */
interface FilterInput<Values> {
  typed: Values;
  setTyped: (typed: Values) => void;
  /** Whether the values equal those of the last search. */
  unchanged: boolean;
}

/**
 * Holds the values in the fields of a filter bar until the search starts. They are reset when `chosen`, the filters in
 * the address, changes. The fields stay mounted, so that the focus stays in them after a search.
 */
export function useFilterInput<Values extends object>(chosen: Values): FilterInput<Values> {
  const applied = JSON.stringify(chosen);
  const [last, setLast] = useState({ applied, typed: chosen });
  // Set while rendering, as React recommends, so that no frame shows the previous values.
  if (last.applied !== applied) setLast({ applied, typed: chosen });
  const { typed } = last.applied === applied ? last : { typed: chosen };
  return {
    typed,
    setTyped: (next) => setLast({ applied, typed: next }),
    unchanged: JSON.stringify(typed) === applied,
  };
}
