import { useCallback, useLayoutEffect, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { changeSelector, currentAttribute } from '../../reading/ui/text/Runs.tsx';

/** Moves from change to change in a document. */
interface ChangeSteps {
  /** The number of the change that was moved to, from 1; 0 at first. */
  current: number;
  /** The number of all changes. */
  total: number;
  /** The text of the current change, as a screen reader says it. */
  spokenText: string;
  /** Moves to the next (1) or previous (-1) change. The focus stays where it is. */
  move: (direction: 1 | -1) => void;
  /** Scrolls to the current change; returns whether there is one. */
  showCurrent: () => boolean;
  /** Handles the keys N for the next and V for the previous change, which then has the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The change that was moved to, in the content that it belongs to. */
type Position = Pick<ChangeSteps, 'current' | 'spokenText'> & { data: unknown; layout: unknown };

/**
 * Moves to the changes within `container`, which scrolls; after the last one to the first. If the current change was
 * scrolled out of sight, moves to the first one in sight, or backwards to the last one. Starts anew with other data or
 * another layout.
 */
export function useChangeSteps(container: HTMLElement | null, data: unknown, layout: unknown): ChangeSteps {
  const total = useChangeCount(container);
  const [position, setPosition] = useState<Position | null>(null);
  const { current, spokenText } =
    position && position.data === data && position.layout === layout ? position : { current: 0, spokenText: '' };
  useLayoutEffect(() => () => unmarkCurrent(container), [container, data, layout]);
  const goTo = (direction: 1 | -1) => {
    const changes = [...(container?.querySelectorAll<HTMLElement>(changeSelector) ?? [])];
    if (!container || changes.length === 0) return null;
    const index = findNextIndex(container, changes, current - 1, direction);
    const change = changes[index] as HTMLElement;
    const parts = partsOf(change);
    unmarkCurrent(container);
    for (const part of parts) part.setAttribute(currentAttribute, '');
    setPosition({ current: index + 1, spokenText: parts.map(spokenTextOf).join(' '), data, layout });
    change.scrollIntoView({ block: 'center' });
    return change;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLSelectElement;
    const direction = ({ n: 1, v: -1 } as const)[event.key.toLowerCase()];
    if (!direction || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(direction)?.focus({ preventScroll: true });
  };
  const showCurrent = () => {
    const change = container?.querySelector(`[${currentAttribute}]`);
    change?.scrollIntoView({ block: 'center' });
    return Boolean(change);
  };
  return { current, total, spokenText, move: (direction) => void goTo(direction), showCurrent, onKeyDown };
}

/** Counts the changes that are shown within `container`. */
function useChangeCount(container: HTMLElement | null): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange);
      if (container) observer.observe(container, { childList: true, subtree: true });
      return () => observer.disconnect();
    },
    [container],
  );
  return useSyncExternalStore(subscribe, () => container?.querySelectorAll(changeSelector).length ?? 0);
}

function unmarkCurrent(container: HTMLElement | null): void {
  for (const element of container?.querySelectorAll(`[${currentAttribute}]`) ?? [])
    element.removeAttribute(currentAttribute);
}

/** Returns the elements of a change: the deleted text and what took its place. */
function partsOf(change: Element): Element[] {
  const parts = [change];
  for (let next = change.nextElementSibling; next?.matches('ins, del'); next = next.nextElementSibling)
    parts.push(next);
  return parts;
}

function spokenTextOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const sign of copy.querySelectorAll('[aria-hidden]')) sign.remove();
  return copy.textContent ?? '';
}

/** Returns the element that scrolls the text: its container, or in a low pane the element around it. */
export function scrollerOf(container: HTMLElement): HTMLElement {
  const isScroller = getComputedStyle(container).overflowY !== 'visible';
  return isScroller ? container : (container.parentElement ?? container);
}

function findNextIndex(
  container: HTMLElement,
  changes: readonly HTMLElement[],
  current: number,
  direction: 1 | -1,
): number {
  const box = scrollerOf(container).getBoundingClientRect();
  const isVisible = (change: HTMLElement) => {
    const { top, bottom } = change.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  };
  const currentChange = changes[current];
  if (currentChange && !isVisible(currentChange)) {
    const visible = direction === 1 ? changes.findIndex(isVisible) : changes.findLastIndex(isVisible);
    if (visible >= 0) return visible;
  }
  const next = current < 0 && direction === -1 ? -1 : current + direction;
  return (next + changes.length) % changes.length;
}
