import { useEffect, useState } from 'react';

/** How long the typing must pause before a search starts, in milliseconds. */
const pause = 250;

/** The text as it was when the typing last paused. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
