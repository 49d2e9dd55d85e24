import { useEffect, type RefObject } from 'react';
import { useMinWidth } from '../../web/useMinWidth.ts';

/**
 * On a phone, scrolls the plan in `list` to what matters now when it first appears: the last item above the line for
 * the present time that is booked and running or asks something, otherwise the line. Stays at the top if nothing comes before
 * that, or if the day is over and nothing is asked. Does nothing if the user has already scrolled, or if `isWanted` is
 * false. The plan in `list` is that of today.
 */
export function useBeginAtNow(list: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const isPhone = !useMinWidth(600);
  const begins = isWanted && isPhone;
  useEffect(() => {
    if (!begins) return undefined;
    // After the frame in which the page is scrolled to its top.
    const frame = requestAnimationFrame(() => {
      const dueItems = list.current?.querySelectorAll('[data-due]') ?? [];
      const start = [...dueItems].at(-1) ?? list.current?.querySelector('[data-now]:not(:last-child)');
      if (start?.previousElementSibling && scrollY === 0) start.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [begins, list]);
}
