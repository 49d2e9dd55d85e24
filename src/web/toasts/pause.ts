import { useEffect, useState, type FocusEvent, type RefObject } from 'react';

const noReasons = { hovered: false, focused: false, inBackground: false };

/**
 * Returns whether the countdown of the messages in `area` is paused, and the event handlers that decide this. It is
 * paused while the pointer or the keyboard's focus is on the messages, or the window is in the background.
 */
export function usePause(area: RefObject<HTMLElement | null>, empty: boolean) {
  const [reasons, setReasons] = useState(noReasons);
  const set = (changed: Partial<typeof noReasons>) => setReasons((before) => ({ ...before, ...changed }));
  useEffect(() => {
    if (empty) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('blur', () => set({ inBackground: true }), { signal });
    window.addEventListener('focus', () => set({ inBackground: false }), { signal });
    // After a tap the browser reports that the pointer is still on the message. A tap elsewhere ends that.
    const onPointerDown = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === 'touch' && !area.current?.contains(target as Node)) setReasons(noReasons);
    };
    document.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    return () => {
      listeners.abort();
      setReasons(noReasons);
    };
  }, [area, empty]);
  return {
    paused: Object.values(reasons).includes(true),
    // `mousemove` instead of `mouseenter`, because a message may appear beneath a resting pointer.
    onMouseMove: () => set({ hovered: true }),
    onMouseLeave: () => set({ hovered: false }),
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) set({ focused: true });
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!area.current?.contains(relatedTarget)) set({ focused: false });
    },
  };
}
