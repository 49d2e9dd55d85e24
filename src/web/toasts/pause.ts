import { useEffect, useState, type FocusEvent, type RefObject } from 'react';

const nothing = { hovered: false, focused: false, inBackground: false };

/**
 * Whether the messages in `area` wait: the pointer or the keyboard's focus is on them, or the window is in the
 * background. Nothing waits once the area is empty.
 */
export function usePause(area: RefObject<HTMLElement | null>, empty: boolean) {
  const [reasons, setReasons] = useState(nothing);
  const set = (changed: Partial<typeof nothing>) => setReasons((before) => ({ ...before, ...changed }));
  useEffect(() => {
    if (empty) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener('blur', () => set({ inBackground: true }), { signal });
    window.addEventListener('focus', () => set({ inBackground: false }), { signal });
    // After a tap the browser goes on reporting the pointer where it was: a tap elsewhere ends that.
    const onPointerDown = ({ pointerType, target }: PointerEvent) => {
      if (pointerType === 'touch' && !area.current?.contains(target as Node)) setReasons(nothing);
    };
    document.addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    return () => {
      listeners.abort();
      setReasons(nothing);
    };
  }, [area, empty]);
  return {
    paused: Object.values(reasons).includes(true),
    // Not only on entering: a message may appear beneath a pointer that rests.
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
