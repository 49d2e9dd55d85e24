import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref to the value of the last render, for handlers whose identity must not change. Do not read the ref while
 * rendering.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
