import { useEffect, useRef, useState } from 'react';
import { useBackCloses } from '../../../../web/address/useBackCloses.ts';
import type { ListedFile } from '../../contract.ts';
import type { DocumentPair } from '../../markup/comparison.rules.ts';

/** What is open in the page: a document, its tracked changes and comments, or two documents that are compared. */
export type OpenView =
  { kind: 'document' | 'markup'; document: ListedFile } | ({ kind: 'comparison' } & DocumentPair<ListedFile>);

/** The view that is open in the page, and functions to open and close one. */
export interface DocumentReader {
  /** Null if nothing is open. */
  view: OpenView | null;
  open: (view: OpenView) => void;
  /** Shows another view in place of the open one, by one of its buttons. */
  replace: (view: OpenView) => void;
  close: () => void;
}

/**
 * Keeps track of the open view; at most one is open at a time. When it is closed, by `close` or by the browser's back
 * button, the focus returns to the element that was focused before it was opened.
 */
export function useDocumentReader(): DocumentReader {
  const [view, setView] = useState<OpenView | null>(null);
  const previousFocus = useRef<Element | null>(null);
  const close = () => setView(null);
  useBackCloses(view !== null, close);
  useEffect(() => {
    if (view) return;
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    previousFocus.current = null;
  }, [view]);
  const open = (newView: OpenView) => {
    previousFocus.current = document.activeElement;
    setView(newView);
  };
  return { view, open, replace: setView, close };
}
