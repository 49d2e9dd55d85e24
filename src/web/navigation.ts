import { createContext, startTransition, use, useCallback, useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

/** An address of the product. `key` names its entry in the browser's history, `state` is what was left there. */
export interface Place {
  pathname: string;
  /** '' or with its question mark. */
  search: string;
  /** '' or with its number sign. */
  hash: string;
  key: string;
  state: unknown;
}

/** What stands on the screen. `content` is undefined while the very first page's code is on its way. */
export interface Shown {
  place: Place;
  content: ReactNode;
  /** Where to scroll to in pixels, 'top' for a new page, 'stay' where only the address has changed. */
  scroll: number | 'top' | 'stay';
}

/** The content of a path, or its promise where the code has still to be loaded. */
export type Find = (pathname: string) => ReactNode | Promise<ReactNode>;

export interface NavigateOptions {
  /** Takes the place of this entry of the history. */
  replace?: boolean;
  /** Leaves the screen where it is scrolled to. */
  preventScrollReset?: boolean;
  /** Draws the new page before `navigate` returns. */
  flushSync?: boolean;
  /** Kept with the entry: anything that can be cloned. */
  state?: unknown;
}

const storageKey = 'scroll-positions';

let find: Find = () => null;
let shown: Shown;
let follow: (next: Shown) => void = () => {};
/** The place that is being gone to; whoever finds another one there was overtaken. */
let goal: Place | undefined;
/** Pixels scrolled to when an entry of the history was left, by its key. */
let positions: Record<string, number> = {};

/** The place that the browser's address bar names. */
function placeNow(): Place {
  const { pathname, search, hash } = window.location;
  const { key = 'default', usr: state = null } = (window.history.state ?? {}) as { key?: string; usr?: unknown };
  return { pathname, search, hash, key, state };
}

/** Begins with the address that the page was opened at; resolves once there is something to show for it. */
export async function openNavigation(finder: Find): Promise<void> {
  find = finder;
  keepPositions();
  window.addEventListener('popstate', () => void go(placeNow()));
  const place = placeNow();
  shown = { place, content: undefined, scroll: 'stay' };
  await go(place);
}

/** Hands over what stands on the screen, now and whenever it changes, until the answered function is called. */
export function followNavigation(show: (next: Shown) => void): () => void {
  follow = show;
  show(shown);
  return () => void (follow = () => {});
}

/** What stands on the screen as one begins to draw. */
export function firstShown(): Shown {
  return shown;
}

interface Going {
  /** Writes the place to the history; left out where the browser has done so. */
  enter?: () => void;
  preventScrollReset?: boolean;
  flushSync?: boolean;
}

/** Shows a place as soon as its code is there; what stood before stays meanwhile. */
async function go(place: Place, { enter, preventScrollReset, flushSync: atOnce }: Going = {}): Promise<void> {
  const moving = shown.content !== undefined;
  if (moving) positions[shown.place.key] = window.scrollY;
  goal = place;
  const found = find(place.pathname);
  const content = found instanceof Promise ? await found : found;
  if (goal !== place) return;
  enter?.();
  shown = { place, content, scroll: positions[place.key] ?? (preventScrollReset ? 'stay' : 'top') };
  const draw = () => follow(shown);
  if (atOnce) flushSync(draw);
  else startTransition(draw);
}

/**
 * Goes to an address of the product, seen from the present one; resolves once it is shown. The search alone
 * ('?seite=2') stays on the page.
 */
export async function navigate(to: string, options: NavigateOptions = {}): Promise<void> {
  const { pathname, search, hash } = new URL(to, window.location.origin + pathOf(shown.place));
  const { replace = false, state = null } = options;
  const place = { pathname, search, hash, key: Math.random().toString(36).slice(2, 10), state };
  const enter = () => {
    const entry = { key: place.key, usr: state };
    if (replace) window.history.replaceState(entry, '', pathOf(place));
    else window.history.pushState(entry, '', pathOf(place));
  };
  await go(place, { enter, ...options });
}

function pathOf({ pathname, search, hash }: Place): string {
  return pathname + search + hash;
}

/** Whether an address is the one that is shown. */
export function isShown(to: string): boolean {
  const { pathname, search, hash } = new URL(to, window.location.origin + pathOf(shown.place));
  return pathname + search + hash === pathOf(shown.place);
}

/** A step back and a reload come to where one was; the browser itself would scroll before the page is there. */
function keepPositions() {
  window.history.scrollRestoration = 'manual';
  try {
    positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as typeof positions;
  } catch {
    // What cannot be read is no position.
  }
  window.addEventListener('pagehide', () => {
    positions[shown.place.key] = window.scrollY;
    window.history.scrollRestoration = 'auto';
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(positions));
    } catch {
      // A full storage must not stop anybody from leaving.
    }
  });
}

/** The place of what is being drawn; the router provides it. */
export const PlaceContext = createContext<Place>({ pathname: '/', search: '', hash: '', key: 'default', state: null });

/** Where we are, renewed with the page. */
export function useLocation(): Place {
  return use(PlaceContext);
}

type Search = string[][] | Record<string, string> | URLSearchParams;

/** The names and values behind the address, and how to change them: a new history entry unless `replace` is given. */
export function useSearchParams() {
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback(
    (next: Search | ((before: URLSearchParams) => Search), options?: NavigateOptions) => {
      const chosen = typeof next === 'function' ? next(new URLSearchParams(search)) : next;
      void navigate(`?${new URLSearchParams(chosen).toString()}`, options);
    },
    [search],
  );
  return [params, set] as const;
}
