import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

/** Selects the messages and buttons in the area that can be focused: those that are neither hidden nor fading out. */
const focusableSelector = ':is([role="group"], button):not([inert], [inert] *, [data-leaving], [data-leaving] *)';

/**
 * Moves the keyboard's focus into the messages in `area` and back: F6 moves it there, Tab from the last message and
 * Shift+Tab from the first one move it back. When the message that has the focus closes, the next one gets the focus.
 */
export function useToastFocus(area: RefObject<HTMLElement | null>, isEmpty: boolean) {
  /** The element that had the focus before F6 was pressed. */
  const focusedBefore = useRef<Element | null>(null);
  const restoreFocus = () => {
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (isEmpty) return undefined;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F6' || event.target === area.current) return;
      event.preventDefault();
      if (!area.current?.contains(document.activeElement)) focusedBefore.current = document.activeElement;
      area.current?.focus({ preventScroll: true });
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [area, isEmpty]);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || !focusedBefore.current) return;
      const tabStops = [...(area.current?.querySelectorAll(focusableSelector) ?? [])];
      const exitStops = event.shiftKey ? [area.current, tabStops[0]] : [tabStops.at(-1)];
      if (!exitStops.includes(event.target as HTMLElement)) return;
      event.preventDefault();
      restoreFocus();
    },
    /** Moves the keyboard's focus away from a message that closes. */
    moveFocusFrom: (closing: HTMLElement | null) => {
      const active = document.activeElement;
      if (!closing?.contains(active) || !active?.matches(':focus-visible')) return;
      const toasts = [...(area.current?.querySelectorAll<HTMLElement>(`[role="group"]${focusableSelector}`) ?? [])];
      const index = toasts.indexOf(closing);
      const next = toasts[index + 1] ?? toasts[index - 1];
      if (next) next.focus();
      else restoreFocus();
    },
  };
}
