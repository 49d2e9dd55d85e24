import { useEffect, type RefObject } from 'react';
import { useMinWidth } from '../../web/useMinWidth.ts';

/**
 * On a phone, scrolls the plan in `list` to the line for the present time when it first appears, if something comes
 * after the line. Does nothing if the user has already scrolled, or if `isWanted` is false.
 */
export function useBeginAtNow(list: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const isPhone = !useMinWidth(600);
  const begins = isWanted && isPhone;
  useEffect(() => {
    if (!begins) return undefined;
    // After the frame in which the page is scrolled to its top.
    const frame = requestAnimationFrame(() => {
      const line = list.current?.querySelector('[data-now]');
      if (line?.previousElementSibling && line.nextElementSibling && scrollY === 0) line.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [begins, list]);
}
