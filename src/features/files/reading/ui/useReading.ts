import { useEffect, useRef, useState } from 'react';
import { useBackCloses } from '../../../../web/address/useBackCloses.ts';
import type { ListedFile } from '../../contract.ts';

/** The document that is open for reading in the page, and functions to open and close it. */
export interface Reading {
  /** Null if no document is open. */
  document: ListedFile | null;
  open: (document: ListedFile) => void;
  close: () => void;
}

/**
 * Keeps track of the open document; at most one is open at a time. When it is closed, also with the browser's 'back',
 * the focus returns to the element that had it before.
 */
export function useReading(): Reading {
  const [document, setDocument] = useState<ListedFile | null>(null);
  const focusedBefore = useRef<Element | null>(null);
  const close = () => setDocument(null);
  useBackCloses(document !== null, close);
  useEffect(() => {
    if (document) return;
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
    focusedBefore.current = null;
  }, [document]);
  const open = (next: ListedFile) => {
    focusedBefore.current = globalThis.document.activeElement;
    setDocument(next);
  };
  return { document, open, close };
}
