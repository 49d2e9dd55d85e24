import { useState } from 'react';

/** The page sizes that staff can choose. */
const sizes = [25, 50, 100, 500] as const;

/**
 * Returns the number of rows that a list shows on a page, the sizes to choose from, smallest first, and the function
 * that chooses one. The choice is stored on this device under the name of the list; the default is `defaultSize`.
 */
export function usePageSize(list: string, defaultSize: number) {
  const options = [...new Set([defaultSize, ...sizes])].sort((a, b) => a - b);
  const [pageSize, setPageSize] = useState(() => {
    const stored = Number(localStorage.getItem(`rows.${list}`));
    return options.includes(stored) ? stored : defaultSize;
  });
  return {
    pageSize,
    sizes: options,
    choosePageSize: (size: number) => {
      setPageSize(size);
      localStorage.setItem(`rows.${list}`, String(size));
    },
  };
}
