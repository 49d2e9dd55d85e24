import Box from '@mui/material/Box';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showDocx } from './docx.ts';
import type { ReaderProps } from './Reader.tsx';

/** A Word document in a frame that runs no scripts and, by the page's own policy, loads nothing from elsewhere. */
export default function DocxFrame({ bytes, name, zoom, onIncomplete, onFailure }: ReaderProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [frameDocument, setFrameDocument] = useState<Document | null>(null);
  /** The width of the widest page; 0 until there are pages. */
  const [widest, setWidest] = useState(0);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!frameDocument) return;
    let disposed = false;
    const onPages = () => setWidest(widestOf(frameDocument));
    showDocx(bytes, frameDocument, onPages).then(
      (missing) => {
        if (disposed) return;
        setShown(true);
        onIncomplete(missing);
      },
      () => {
        if (!disposed) onFailure();
      },
    );
    return () => {
      disposed = true;
    };
  }, [bytes, frameDocument, onIncomplete, onFailure]);
  const fitPages = useCallback(() => {
    if (frameDocument && frame.current && widest > 0) fitTo(frameDocument, widest, frame.current.clientWidth, zoom);
  }, [frameDocument, widest, zoom]);
  useEffect(() => {
    if (widest === 0 || !frame.current) return;
    const sizes = new ResizeObserver(fitPages);
    sizes.observe(frame.current);
    return () => sizes.disconnect();
  }, [widest, fitPages]);
  return (
    <Box
      component="iframe"
      ref={frame}
      title={`Inhalt von ${name}`}
      // No 'allow-scripts': the page writes into the frame, and nothing in it runs.
      sandbox="allow-same-origin"
      srcDoc=""
      aria-busy={!shown}
      onLoad={() => setFrameDocument(frame.current?.contentDocument ?? null)}
      sx={{ flex: 1, minHeight: 0, width: '100%', border: 0, bgcolor: 'action.hover' }}
    />
  );
}

const widestOf = ({ body }: Document): number =>
  Math.max(1, ...[...body.children].map((page) => (page as HTMLElement).offsetWidth));

/** Scales the pages so that the widest one fills the frame, but to no more than one and a half times their size. */
function fitTo({ body }: Document, widest: number, width: number, zoom: number): void {
  body.style.zoom = String(Math.min(1.5, (width - 40) / widest) * zoom);
}
