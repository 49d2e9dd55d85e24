import { useEffect, useRef, useState } from 'react';

/**
 * Focuses the result of a button, such as a preview. `result` is the ref of the element that shows the result. After a
 * call of `focusResult`, this element gets the focus once it is rendered.
 */
export function useFocusOnResult() {
  const result = useRef<HTMLDivElement>(null);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (requests > 0) result.current?.focus();
  }, [requests]);
  return { result, focusResult: () => setRequests((before) => before + 1) };
}
