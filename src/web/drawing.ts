import { useEffect } from 'react';

interface Props {
  place: Element;
  /** What stood in the place before the living page, null where nothing was drawn. */
  drawing: Element | null;
}

let focused: Element | null = null;

/** Remembers what has the focus in the drawing, until the living page takes its place. */
export function watchDrawing(drawing: Element): void {
  if (drawing.contains(document.activeElement)) focused = document.activeElement;
  drawing.addEventListener('focusin', ({ target }) => (focused = target as Element));
}

/** Gives what was focused and pressed in the drawing (color-scheme.js) to its twin in the living page. */
export function CarriedOver({ place, drawing }: Props): null {
  useEffect(() => {
    const nobodyElse = document.activeElement === document.body;
    if (focused && nobodyElse) twinOf(focused, place)?.focus({ preventScroll: true });
    const pressed = drawing?.querySelector('button[aria-busy="true"]');
    if (pressed) twinOf(pressed, place)?.click();
  }, [place, drawing]);
  return null;
}

/** The element of the same kind and name. */
function twinOf(drawn: Element, place: Element): HTMLElement | undefined {
  const all = place.querySelectorAll<HTMLElement>(drawn.localName);
  return [...all].find((living) => nameOf(living) === nameOf(drawn));
}

function nameOf(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent;
}
