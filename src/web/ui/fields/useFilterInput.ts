import { useState } from 'react';

/** The values in the fields of a filter bar. */
interface FilterInput<Values> {
  typed: Values;
  setTyped: (typed: Values) => void;
  /** Whether the values are the same as in the last search. */
  unchanged: boolean;
}

/**
 * Holds the values in the fields of a filter bar until the search starts. They are reset when `chosen`, the filters in
 * the address, changes. The fields stay mounted, so that the focus stays in them after a search.
 */
export function useFilterInput<Values extends object>(chosen: Values): FilterInput<Values> {
  const applied = JSON.stringify(chosen);
  const [input, setInput] = useState({ applied, typed: chosen });
  // Set while rendering, as React recommends, so that no frame shows the previous values.
  if (input.applied !== applied) setInput({ applied, typed: chosen });
  const { typed } = input.applied === applied ? input : { typed: chosen };
  return {
    typed,
    setTyped: (next) => setInput({ applied, typed: next }),
    unchanged: JSON.stringify(typed) === applied,
  };
}
