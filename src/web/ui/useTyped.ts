import { useState } from 'react';

/** What stands in the fields of a filter. */
interface Typed<Values> {
  typed: Values;
  setTyped: (typed: Values) => void;
  /** Nothing was typed since the last search: while that one runs, another would say the same. */
  asChosen: boolean;
}

/**
 * What is typed into a filter until it is searched for. Begins anew when `chosen`, what the address says, becomes
 * something else; the fields stay the same ones, so that the focus stays in them after a search.
 */
export function useTyped<Values extends object>(chosen: Values): Typed<Values> {
  const said = JSON.stringify(chosen);
  const [last, setLast] = useState({ said, typed: chosen });
  // Taken over while rendering, as React advises: no frame shows the former words.
  if (last.said !== said) setLast({ said, typed: chosen });
  const { typed } = last.said === said ? last : { typed: chosen };
  return {
    typed,
    setTyped: (next) => setLast({ said, typed: next }),
    asChosen: JSON.stringify(typed) === said,
  };
}
