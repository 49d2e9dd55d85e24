import { useEffect } from 'react';

interface Props {
  /** The element that contains the interactive page. */
  container: Element;
  /** The prerendered page that the interactive page has replaced; null if there was none. */
  prerenderedPage: Element | null;
}

let focusedElement: Element | null = null;

/** Remembers which element of the prerendered page has the focus, until the interactive page replaces this page. */
export function watchPrerenderedFocus(prerenderedPage: Element): void {
  if (prerenderedPage.contains(document.activeElement)) focusedElement = document.activeElement;
  prerenderedPage.addEventListener('focusin', ({ target }) => (focusedElement = target as Element));
}

/**
 * Transfers the focus and the click from the prerendered page to the interactive page. color-scheme.js has marked the
 * clicked button with `aria-busy`.
 */
export function ResumeInteraction({ container, prerenderedPage }: Props): null {
  useEffect(() => {
    const nothingFocused = document.activeElement === document.body;
    if (focusedElement && nothingFocused) findCounterpart(focusedElement, container)?.focus({ preventScroll: true });
    const clickedButton = prerenderedPage?.querySelector('button[aria-busy="true"]');
    if (clickedButton) findCounterpart(clickedButton, container)?.click();
  }, [container, prerenderedPage]);
  return null;
}

/**
 * Returns the element of the interactive page with the same tag and accessible name as an element of the prerendered
 * page. If several elements have this name, such as the same time on two days, it has the same place among them.
 */
function findCounterpart(original: Element, container: Element): HTMLElement | undefined {
  const findNamesakes = (root: Element) =>
    [...root.querySelectorAll<HTMLElement>(original.localName)].filter(
      (element) => accessibleName(element) === accessibleName(original),
    );
  const index = findNamesakes(original.closest('.prerendered') ?? original).indexOf(original as HTMLElement);
  return findNamesakes(container)[index];
}

function accessibleName(element: Element): string {
  return element.getAttribute('aria-label') ?? element.textContent;
}
