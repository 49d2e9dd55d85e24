import { useEffect, useRef, type RefObject } from 'react';

/**
 * What was rendered last, for handlers that stay the same while what they call does not. Not to be read in rendering.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
