import { useState, type KeyboardEvent, type RefObject } from 'react';
import { changeSelector } from '../../reading/ui/text/Runs.tsx';

/** Moves from change to change in a document. */
interface ChangeSteps {
  /** The number of the change that was moved to, from 1; 0 at first. */
  current: number;
  /** The number of all changes. */
  total: number;
  move: (direction: 1 | -1) => void;
  /** Handles the keys N for the next and V for the previous change. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Moves the focus to the changes within `container`, which scrolls; after the last one to the first. If the current
 * change was scrolled out of sight, moves to the first one in sight, or backwards to the last one.
 */
export function useChangeSteps(container: RefObject<HTMLElement | null>): ChangeSteps {
  const [{ current, total }, setPosition] = useState({ current: 0, total: 0 });
  const move = (direction: 1 | -1) => {
    if (!container.current) return;
    const changes = [...container.current.querySelectorAll<HTMLElement>(changeSelector)];
    const index = findNextIndex(container.current, changes, current - 1, direction);
    setPosition({ current: index + 1, total: changes.length });
    changes[index]?.focus({ preventScroll: true });
    changes[index]?.scrollIntoView({ block: 'center' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLSelectElement;
    const direction = ({ n: 1, v: -1 } as const)[event.key.toLowerCase()];
    if (!direction || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(direction);
  };
  return { current, total, move, onKeyDown };
}

function findNextIndex(
  container: HTMLElement,
  changes: readonly HTMLElement[],
  current: number,
  direction: 1 | -1,
): number {
  const box = container.getBoundingClientRect();
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
  return changes.length === 0 ? -1 : (next + changes.length) % changes.length;
}
