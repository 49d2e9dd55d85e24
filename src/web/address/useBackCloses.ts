import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../useLatest.ts';

interface Layer {
  close: () => void;
}

/** A history entry. `idx` is the router's number of the page, and `depth` the number of our entries up to this one. */
interface Entry {
  idx: number | undefined;
  depth: number;
  state: object | null;
  url: string;
}

/** What is open over the page, the top layer last. */
const layers: Layer[] = [];
/** The current entry, except after a link, which leads to a page with a higher `idx`. Null until a layer is opened. */
let current: Entry | null = null;

/**
 * While a menu, sheet or dialog is open, 'back' closes it and does not leave the page, as people expect on a phone. If
 * several are open, 'back' closes the top one. One that stays open, since it asks a question first, closes later.
 *
 * For this, each open layer has a history entry with the page's own URL and key above the page's entry. It remains when
 * the layer is closed in another way, because going back takes a moment, in which the user may follow a link. The next
 * layer uses it again, and 'back' skips it.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latestClose = useLatest(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => latestClose.current() };
    layers.push(layer);
    current ??= watchHistory();
    addMissingEntries();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen, latestClose]);
}

function addMissingEntries(): void {
  current = currentEntry();
  for (let depth = current.depth + 1; depth <= layers.length; depth++)
    history.pushState({ ...current.state, depth }, '');
  current = currentEntry();
}

function currentEntry(): Entry {
  const state = history.state as { idx?: number; depth?: number } | null;
  return { idx: state?.idx, depth: state?.depth ?? 0, state, url: location.href };
}

function watchHistory(): Entry {
  const replaceState = history.replaceState.bind(history);
  // The router does not know the depth, but it must not get lost when a filter replaces the URL.
  history.replaceState = (state: object | null, unused, url) => {
    const { depth } = currentEntry();
    replaceState(depth ? { ...state, depth } : state, unused, url);
    current = currentEntry();
  };
  // Called before the router, which notices nothing: the page stays the same.
  addEventListener('popstate', onPopState, { capture: true });
  return currentEntry();
}

function onPopState(event: PopStateEvent): void {
  const left = current;
  current = currentEntry();
  const { idx, depth } = current;
  if (!left || left.idx !== idx || left.depth <= depth) return;
  event.stopImmediatePropagation();
  const topLayer = layers[depth];
  if (!topLayer) return history.back();
  // The filters may have changed while the layer was open.
  history.replaceState({ ...left.state, depth }, '', left.url);
  // At once, since a layer that stays open needs its entry again.
  flushSync(() => layers.at(-1)?.close());
  addMissingEntries();
}
