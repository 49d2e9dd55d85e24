import { useEffect, useRef, useState } from 'react';
import { useBackCloses } from '../../../../web/address/useBackCloses.ts';
import type { ListedFile } from '../../contract.ts';

/** The document that is open for reading in the page, and functions to open and close it. */
export interface DocumentReader {
  /** Null if no document is open. */
  document: ListedFile | null;
  open: (document: ListedFile) => void;
  close: () => void;
}

/**
 * Keeps track of the open document; at most one is open at a time. When the document is closed, by `close` or by the
 * browser's back button, the focus returns to the element that was focused before.
 */
export function useDocumentReader(): DocumentReader {
  const [document, setDocument] = useState<ListedFile | null>(null);
  const previousFocus = useRef<Element | null>(null);
  const close = () => setDocument(null);
  useBackCloses(document !== null, close);
  useEffect(() => {
    if (document) return;
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
    previousFocus.current = null;
  }, [document]);
  const open = (newDocument: ListedFile) => {
    previousFocus.current = globalThis.document.activeElement;
    setDocument(newDocument);
  };
  return { document, open, close };
}
