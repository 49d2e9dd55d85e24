import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useLatest } from '../useLatest.ts';
import { historySteps } from './historySteps.ts';

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
/** The current entry; null until the first layer is opened. */
let current: Entry | null = null;

/**
 * While a menu, sheet or dialog is open, 'back' closes it and does not leave the page, as people expect on a phone. If
 * several are open, 'back' closes the top one alone. A layer may stay open, for example to ask a question first.
 *
 * For this, each open layer has a history entry above the page's, with the same URL and key. When a layer is closed in
 * another way, its entry remains: removing it takes a moment, in which the user may follow a link. The next layer uses
 * the entry again, and 'back' skips it.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latestClose = useLatest(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => latestClose.current() };
    layers.push(layer);
    if (!current) watchHistory();
    addMissingEntries();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen, latestClose]);
}

function readEntry(): Entry {
  const state = history.state as { idx?: number; depth?: number } | null;
  return { idx: state?.idx, depth: state?.depth ?? 0, state, url: location.href };
}

/** Adds an entry for each open layer that has none, and notes the current entry. */
function addMissingEntries(): void {
  current = readEntry();
  if (current.depth >= layers.length) return;
  history.pushState({ ...current.state, depth: current.depth + 1 }, '');
}

/** Follows what the router and the user do with the history. */
function watchHistory(): void {
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  // A filter in a sheet may add an entry for the page, above which the sheet then needs its own. Another page closes it.
  history.pushState = (...entry) => {
    const { pathname } = location;
    pushState(...entry);
    if (location.pathname === pathname) addMissingEntries();
    else current = readEntry();
  };
  // The router does not know the depth, which must not get lost.
  history.replaceState = (state: object | null, ...rest) => {
    replaceState({ ...state, depth: readEntry().depth }, ...rest);
    current = readEntry();
  };
  // The router learns nothing of a step within the entries of one page.
  historySteps.beforeRouter = onPopState;
}

function onPopState(event: PopStateEvent): void {
  const left = current;
  current = readEntry();
  const { idx, depth } = current;
  if (!left || left.idx !== idx || left.depth <= depth) return;
  event.stopImmediatePropagation();
  if (layers.length <= depth) return history.back();
  // Filters may have replaced the URL while the layer was open.
  history.replaceState(left.state, '', left.url);
  // At once, since a layer that stays open needs its entry again.
  flushSync(() => layers.at(-1)?.close());
  addMissingEntries();
}
