import { useState } from 'react';

/** The values in the fields of a filter bar. */
interface Typed<Values> {
  typed: Values;
  setTyped: (typed: Values) => void;
  /** Nothing has changed since the last search: while that one runs, another would be the same. */
  asChosen: boolean;
}

/**
 * Holds what is typed into a filter bar until the search starts. Resets when `chosen`, the filters in the address,
 * changes; the fields are kept, so that the focus stays in them after a search.
 */
export function useTyped<Values extends object>(chosen: Values): Typed<Values> {
  const applied = JSON.stringify(chosen);
  const [last, setLast] = useState({ applied, typed: chosen });
  // Set while rendering, as React recommends, so that no frame shows the previous values.
  if (last.applied !== applied) setLast({ applied, typed: chosen });
  const { typed } = last.applied === applied ? last : { typed: chosen };
  return {
    typed,
    setTyped: (next) => setLast({ applied, typed: next }),
    asChosen: JSON.stringify(typed) === applied,
  };
}
