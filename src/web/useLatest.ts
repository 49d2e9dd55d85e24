import { useEffect, useRef, type RefObject } from 'react';

/**
 * The value of the last render, for handlers whose identity must not change. Do not read it while rendering.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
