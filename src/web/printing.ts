import { useSyncExternalStore } from 'react';

let printing = false;

/** Whether the page is being printed: what stands on paper alone is built only then. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}

function subscribe(listener: () => void) {
  const paper = matchMedia('print');
  const become = (value: boolean) => {
    printing = value;
    listener();
  };
  // Not every browser tells of printing in both ways.
  const before = () => become(true);
  const after = () => become(false);
  const change = () => become(paper.matches);
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  paper.addEventListener('change', change);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
    paper.removeEventListener('change', change);
  };
}
