import { useEffect, useRef, useState } from 'react';
import { useBackCloses } from '../../../../web/address/useBackCloses.ts';
import type { ListedFile } from '../../contract.ts';

/** The document that is shown in the page, if any. */
export interface Reading {
  document: ListedFile | null;
  open: (document: ListedFile) => void;
  close: () => void;
}

/** Opens one document at a time. Closing it, even with 'back', returns the focus to the element that opened it. */
export function useReading(): Reading {
  const [document, setDocument] = useState<ListedFile | null>(null);
  const opener = useRef<Element | null>(null);
  const close = () => setDocument(null);
  useBackCloses(document !== null, close);
  useEffect(() => {
    if (document) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }, [document]);
  const open = (next: ListedFile) => {
    opener.current = globalThis.document.activeElement;
    setDocument(next);
  };
  return { document, open, close };
}
