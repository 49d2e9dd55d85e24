import { useState } from 'react';

/** The values in the fields of a filter bar. */
interface FilterInput<Values> {
  values: Values;
  setValues: (values: Values) => void;
  /** Whether the values are the same as in the last search. */
  isUnchanged: boolean;
}

/**
 * Holds the values in the fields of a filter bar until the search starts. They are reset when `appliedFilters`, the
 * filters in the URL, changes. The fields stay mounted, so that the focus stays in them after a search.
 */
export function useFilterInput<Values extends object>(appliedFilters: Values): FilterInput<Values> {
  const appliedJson = JSON.stringify(appliedFilters);
  const [input, setInput] = useState({ appliedJson, values: appliedFilters });
  // Set while rendering, as React recommends, so that no frame shows the previous values.
  if (input.appliedJson !== appliedJson) setInput({ appliedJson, values: appliedFilters });
  const { values } = input.appliedJson === appliedJson ? input : { values: appliedFilters };
  return {
    values,
    setValues: (next) => setInput({ appliedJson, values: next }),
    isUnchanged: JSON.stringify(values) === appliedJson,
  };
}
