import { useState } from 'react';

/** The page sizes that staff can choose. */
const sizes = [25, 50, 100, 500] as const;

/**
 * How many rows a list shows on a page: kept on this device for each list by its name; `standard` until somebody
 * chooses. `sizes` has all that can be chosen, smallest first.
 */
export function usePageSize(list: string, standard: number) {
  const all = [...new Set([standard, ...sizes])].sort((a, b) => a - b);
  const [pageSize, setPageSize] = useState(() => {
    const kept = Number(localStorage.getItem(`rows.${list}`));
    return all.includes(kept) ? kept : standard;
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
