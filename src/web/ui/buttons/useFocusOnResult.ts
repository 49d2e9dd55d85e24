import { useEffect, useRef, useState } from 'react';

/**
 * Focuses the result of a button, such as a preview. `resultRef` is the ref of the element that shows the result. After
 * a call of `focusResult`, this element gets the focus once it is rendered.
 */
export function useFocusOnResult() {
  const resultRef = useRef<HTMLDivElement>(null);
  const [requestCount, setRequestCount] = useState(0);
  useEffect(() => {
    if (requestCount > 0) resultRef.current?.focus();
  }, [requestCount]);
  return { resultRef, focusResult: () => setRequestCount((before) => before + 1) };
}
