import { useRef, type PointerEvent } from 'react';

/** The number of pixels after which a swipe closes a message. */
const threshold = 40;

/**
 * Calls `onSwiped` after a swipe left, right or towards the nearer of the screen's upper and lower edge. During the
 * swipe the element follows the pointer.
 */
export function useSwipe(onSwiped: () => void) {
  const start = useRef<{ pointer: number; x: number; y: number } | null>(null);
  const movementOf = ({ clientX, clientY }: PointerEvent, from: { x: number; y: number }) => ({
    x: clientX - from.x,
    y: from.y > innerHeight / 2 ? Math.max(clientY - from.y, 0) : Math.min(clientY - from.y, 0),
  });
  const end = (element: HTMLElement) => {
    start.current = null;
    element.style.removeProperty('transform');
    element.style.removeProperty('transition');
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button')) return;
      start.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (start.current?.pointer !== event.pointerId) return;
      const { x, y } = movementOf(event, start.current);
      event.currentTarget.style.setProperty('transition', 'none');
      event.currentTarget.style.setProperty('transform', `translate(${x}px, ${y}px)`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (start.current?.pointer !== event.pointerId) return;
      const { x, y } = movementOf(event, start.current);
      end(event.currentTarget);
      if (Math.max(Math.abs(x), Math.abs(y)) > threshold) onSwiped();
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.currentTarget),
  };
}
