import { useEffect, type RefObject } from 'react';
import { useMinWidth } from '../../web/useMinWidth.ts';

/**
 * On a phone, scrolls the plan in `list` to what matters now when it first appears: the last item above the line for
 * the present time that is running or asks something, otherwise the line. Stays at the top if nothing comes before
 * that, or if the day is over and nothing is asked. Does nothing if the user has already scrolled, or if `isWanted` is
 * false.
 */
export function useBeginAtNow(list: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const isPhone = !useMinWidth(600);
  const begins = isWanted && isPhone;
  useEffect(() => {
    if (!begins) return undefined;
    // After the frame in which the page is scrolled to its top.
    const frame = requestAnimationFrame(() => {
      const line = list.current?.querySelector('[data-now]');
      if (!line || scrollY > 0) return;
      const dueItem = [...(line.parentElement?.querySelectorAll('[data-due]') ?? [])].at(-1);
      const start = dueItem ?? (line.nextElementSibling ? line : null);
      if (start?.previousElementSibling) start.scrollIntoView();
    });
    return () => cancelAnimationFrame(frame);
  }, [begins, list]);
}
