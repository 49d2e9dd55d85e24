import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
/** Whether the page is being printed; null until a component needs to know. */
let isPrinting: boolean | null = null;

/** Whether the page is being printed, so that content for paper is rendered only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting ?? false);
}

function subscribe(listener: () => void) {
  if (isPrinting === null) watchPrinting();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Starts to watch for printing. This never stops, because components that mount later need the state, too. */
function watchPrinting() {
  const printMedia = matchMedia('print');
  const setPrinting = (value: boolean) => {
    isPrinting = value;
    for (const listener of listeners) listener();
  };
  isPrinting = printMedia.matches;
  // Some browsers only fire the events, others only change the media query.
  addEventListener('beforeprint', () => setPrinting(true));
  addEventListener('afterprint', () => setPrinting(false));
  printMedia.addEventListener('change', () => setPrinting(printMedia.matches));
}
