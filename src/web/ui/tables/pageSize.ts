import { useState } from 'react';

/** The page sizes that staff can choose. */
const sizes = [25, 50, 100, 500] as const;

/**
 * How many rows a list shows on a page, stored on this device under the name of the list; `standard` until the user
 * chooses another number. `sizes` are the options, smallest first.
 */
export function usePageSize(list: string, standard: number) {
  const all = [...new Set([standard, ...sizes])].sort((a, b) => a - b);
  const [pageSize, setPageSize] = useState(() => {
    const stored = Number(localStorage.getItem(`rows.${list}`));
    return all.includes(stored) ? stored : standard;
  });
  return {
    pageSize,
    sizes: all,
    choosePageSize: (size: number) => {
      setPageSize(size);
      localStorage.setItem(`rows.${list}`, String(size));
    },
  };
}
