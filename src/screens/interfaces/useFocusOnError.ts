import { useEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus to the first field with an error whenever a submit has failed. `failure` is what the submit threw, or
 * null. Returns the ref for the element around the fields.
 */
export function useFocusOnError(failure: unknown): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return fields;
}
