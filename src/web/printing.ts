import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let printing: boolean | null = null;

/** Whether the page is being printed: what appears only on paper is rendered only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing ?? false);
}

function subscribe(listener: () => void) {
  if (printing === null) watch();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts watching; it never stops, because components that mount later need it, too. */
function watch() {
  const paper = matchMedia('print');
  const setPrinting = (value: boolean) => {
    printing = value;
    for (const listener of listeners) listener();
  };
  printing = paper.matches;
  // Some browsers only fire the events, others only change the media query.
  addEventListener('beforeprint', () => setPrinting(true));
  addEventListener('afterprint', () => setPrinting(false));
  paper.addEventListener('change', () => setPrinting(paper.matches));
}
