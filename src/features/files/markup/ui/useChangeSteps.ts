import {
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { currentAttribute } from '../../reading/ui/text/Runs.tsx';

/** What a reader can move to, with its selector, its word and the keys that move there. */
const kinds = {
  change: { selector: '[data-change]', word: '', next: 'n', previous: 'v' },
  comment: { selector: '[data-comment]', word: 'Kommentar ', next: 'k', previous: '' },
} as const;
type Kind = keyof typeof kinds;

/** Moves from change to change, and from comment to comment, in a document. */
export interface ChangeSteps {
  /** The numbers of all changes and of all comments. */
  totals: Record<Kind, number>;
  /** Which change or comment was moved to: '2 von 8', 'Kommentar 1 von 3'; '' at first. */
  place: string;
  /** Who made the current change, and when; '' if unknown. */
  origin: string;
  /** The text of the current change or comment, as a screen reader says it. */
  spokenText: string;
  /** Moves to the next (1) or previous (-1) change or comment. The focus stays where it is. */
  move: (kind: Kind, direction: 1 | -1) => void;
  /** Scrolls to the current change or comment; returns whether there is one. */
  showCurrent: () => boolean;
  /** Handles the keys N for the next and V for the previous change, and K for a comment, which then has the focus. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** Makes a change that was clicked the current one. */
  onClick: (event: MouseEvent) => void;
}

/** The change or comment that was moved to, in the content that it belongs to. */
interface Position extends Pick<ChangeSteps, 'origin' | 'spokenText'> {
  kind: Kind;
  index: number;
  data: unknown;
  layout: unknown;
}

/**
 * Moves to the changes or comments within `container`, which scrolls; after the last one to the first. If the current
 * one was scrolled out of sight, moves to the first one in sight, or backwards to the last one. Starts anew with other
 * data or another layout.
 */
export function useChangeSteps(container: HTMLElement | null, data: unknown, layout: unknown): ChangeSteps {
  const totals = { change: useCount(container, 'change'), comment: useCount(container, 'comment') };
  const [lastPosition, setPosition] = useState<Position | null>(null);
  const position = lastPosition?.data === data && lastPosition?.layout === layout ? lastPosition : null;
  useLayoutEffect(() => () => unmarkCurrent(container), [container, data, layout]);
  const select = (kind: Kind, elements: readonly HTMLElement[], index: number, before = '') => {
    const element = elements[index] as HTMLElement;
    const parts = partsOf(element);
    unmarkCurrent(container);
    for (const part of element.matches('tr') ? [element] : parts) part.setAttribute(currentAttribute, '');
    const origins = new Set(parts.map((part) => part.getAttribute('title') ?? ''));
    const spokenText = before + parts.map(spokenTextOf).join(' ');
    setPosition({ kind, index, origin: [...origins].filter(Boolean).join('; '), spokenText, data, layout });
    return element;
  };
  const goTo = (kind: Kind, direction: 1 | -1) => {
    const elements = findAll(container, kind);
    if (!container || elements.length === 0) return null;
    const current = position?.kind === kind ? position.index : -1;
    const index =
      position && current < 0
        ? findNextOfOtherKind(container, elements, direction)
        : findNextIndex(container, elements, current, direction);
    const ends = direction === 1 ? [elements.length - 1, 0] : [0, elements.length - 1];
    const wraps = elements.length > 1 && current === ends[0] && index === ends[1];
    const element = select(kind, elements, index, wraps ? wrapTexts[direction] : '');
    element.scrollIntoView({ block: 'center' });
    return element;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const kind = (['change', 'comment'] as const).find((one) => key === kinds[one].next || key === kinds[one].previous);
    if (!kind) return;
    event.preventDefault();
    goTo(kind, key === kinds[kind].next ? 1 : -1)?.focus({ preventScroll: true });
  };
  const onClick = ({ target }: MouseEvent) => {
    const changes = findAll(container, 'change');
    const clicked = target instanceof Element ? target.closest('ins, del, tr[data-change]') : null;
    const index = changes.findIndex((change) => change === clicked || (clicked && partsOf(change).includes(clicked)));
    if (index >= 0) select('change', changes, index);
  };
  const showCurrent = () => {
    const element = container?.querySelector(`[${currentAttribute}]`);
    element?.scrollIntoView({ block: 'center' });
    return Boolean(element);
  };
  return {
    totals,
    place: position ? `${kinds[position.kind].word}${position.index + 1} von ${totals[position.kind]}` : '',
    origin: position?.origin ?? '',
    spokenText: position?.spokenText ?? '',
    move: (kind, direction) => void goTo(kind, direction),
    showCurrent,
    onKeyDown,
    onClick,
  };
}

/** What a screen reader says first after the last change or comment, and backwards after the first one. */
const wrapTexts = { 1: ' Wieder von vorn: ', [-1]: ' Wieder von hinten: ' } as const;

const findAll = (container: HTMLElement | null, kind: Kind): HTMLElement[] => [
  ...(container?.querySelectorAll<HTMLElement>(kinds[kind].selector) ?? []),
];

/** Returns the place of the first element after the current one, which is of another kind, or of the last before it. */
function findNextOfOtherKind(container: HTMLElement, elements: readonly HTMLElement[], direction: 1 | -1): number {
  const current = container.querySelector(`[${currentAttribute}]`);
  const isOnTheWay = (element: HTMLElement) => {
    const relation = current?.compareDocumentPosition(element) ?? 0;
    return (relation & (direction === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
  };
  const index = direction === 1 ? elements.findIndex(isOnTheWay) : elements.findLastIndex(isOnTheWay);
  return index >= 0 ? index : direction === 1 ? 0 : elements.length - 1;
}

/** Counts the changes or comments that are shown within `container`. */
function useCount(container: HTMLElement | null, kind: Kind): number {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange);
      if (container) observer.observe(container, { childList: true, subtree: true });
      return () => observer.disconnect();
    },
    [container],
  );
  return useSyncExternalStore(subscribe, () => findAll(container, kind).length);
}

function unmarkCurrent(container: HTMLElement | null): void {
  for (const element of container?.querySelectorAll(`[${currentAttribute}]`) ?? [])
    element.removeAttribute(currentAttribute);
}

/**
 * Returns the elements of a change: the deleted text and what took its place; of two documents side by side all that
 * changed in the row. A comment is one element.
 */
function partsOf(change: Element): Element[] {
  if (change.matches('tr')) return [...change.querySelectorAll('ins, del')];
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
