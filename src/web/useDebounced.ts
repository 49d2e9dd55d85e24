import { useEffect, useState } from 'react';

/** How long the user must stop typing before a search starts, in milliseconds. */
const pauseMs = 250;

/** Returns the text as it was when the user last stopped typing. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
