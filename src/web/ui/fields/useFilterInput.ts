import { useState } from 'react';

/** The values in the fields of a filter bar. */
interface FilterInput<Values> {
  values: Values;
  setValues: (values: Values) => void;
  /** Whether the values are the same as in the last search. */
  isUnchanged: boolean;
}

/**
 * Holds the values in the fields of a filter bar until the search starts. They are reset when `chosen`, the filters in
 * the address, changes. The fields stay mounted, so that the focus stays in them after a search.
 */
export function useFilterInput<Values extends object>(chosen: Values): FilterInput<Values> {
  const applied = JSON.stringify(chosen);
  const [input, setInput] = useState({ applied, values: chosen });
  // Set while rendering, as React recommends, so that no frame shows the previous values.
  if (input.applied !== applied) setInput({ applied, values: chosen });
  const { values } = input.applied === applied ? input : { values: chosen };
  return {
    values,
    setValues: (next) => setInput({ applied, values: next }),
    isUnchanged: JSON.stringify(values) === applied,
  };
}
