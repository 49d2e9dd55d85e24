import { useEffect, useRef, useState } from 'react';

/**
 * For what a button brings below it, such as a preview: `result` is the ref of that element, and after `focusResult()`
 * it gets the focus once it is on the screen.
 */
export function useFocusOnResult() {
  const result = useRef<HTMLDivElement>(null);
  const [brought, setBrought] = useState(0);
  useEffect(() => {
    if (brought > 0) result.current?.focus();
  }, [brought]);
  return { result, focusResult: () => setBrought((before) => before + 1) };
}
