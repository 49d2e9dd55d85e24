import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let printing: boolean | null = null;

/** Whether the page is being printed: what stands on paper alone is built only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing ?? false);
}

function subscribe(listener: () => void) {
  if (printing === null) watch();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Watches from the first question on, for good: a piece that comes later has to know, too. */
function watch() {
  const paper = matchMedia('print');
  const become = (value: boolean) => {
    printing = value;
    for (const listener of listeners) listener();
  };
  printing = paper.matches;
  // Not every browser tells of printing in both ways.
  addEventListener('beforeprint', () => become(true));
  addEventListener('afterprint', () => become(false));
  paper.addEventListener('change', () => become(paper.matches));
}
