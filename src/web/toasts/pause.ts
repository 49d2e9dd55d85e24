import { useEffect, useState, type FocusEvent, type RefObject } from 'react';

const noReasons = { hovered: false, focused: false, inBackground: false };

/**
 * Returns whether the countdown of the messages in `area` is paused, and the event handlers that decide this. It is
 * paused while the pointer or the keyboard's focus is on the messages, or the window is in the background.
 */
export function usePause(area: RefObject<HTMLElement | null>, isEmpty: boolean) {
  const [reasons, setReasons] = useState(noReasons);
  const changeReasons = (changed: Partial<typeof noReasons>) => setReasons((before) => ({ ...before, ...changed }));
  useEffect(() => {
    if (isEmpty) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('blur', () => changeReasons({ inBackground: true }), { signal });
    window.addEventListener('focus', () => changeReasons({ inBackground: false }), { signal });
    // After a tap the browser reports that the pointer is still on the message. A tap elsewhere ends that.
    const onPointerDown = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === 'touch' && !area.current?.contains(target as Node)) setReasons(noReasons);
    };
    document.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    return () => {
      listeners.abort();
      setReasons(noReasons);
    };
  }, [area, isEmpty]);
  return {
    isPaused: Object.values(reasons).includes(true),
    // `mousemove` instead of `mouseenter`, because a message may appear beneath a resting pointer.
    onMouseMove: () => changeReasons({ hovered: true }),
    onMouseLeave: () => changeReasons({ hovered: false }),
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) changeReasons({ focused: true });
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!area.current?.contains(relatedTarget)) changeReasons({ focused: false });
    },
  };
}
