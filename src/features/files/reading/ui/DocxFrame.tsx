import Box from '@mui/material/Box';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showDocx } from './docx.ts';
import type { ViewProps } from './Reader.tsx';

/** Shows a Word document in a frame. The frame runs no scripts, and the page's policy forbids external content. */
export function DocxFrame({ bytes, name, zoom, onIncomplete, onFailure }: ViewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [frameDocument, setFrameDocument] = useState<Document | null>(null);
  /** The width of the widest page in CSS pixels; 0 until there are pages. */
  const [maxPageWidth, setMaxPageWidth] = useState(0);
  const [isComplete, setComplete] = useState(false);
  useEffect(() => {
    if (!frameDocument) return;
    let disposed = false;
    const onPagesInserted = () => setMaxPageWidth(measureMaxPageWidth(frameDocument));
    showDocx(bytes, frameDocument, onPagesInserted).then(
      (notice) => {
        if (disposed) return;
        setComplete(true);
        onIncomplete(notice);
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
    if (frameDocument && frame.current && maxPageWidth > 0)
      scalePages(frameDocument, maxPageWidth, frame.current.clientWidth, zoom);
  }, [frameDocument, maxPageWidth, zoom]);
  useEffect(() => {
    if (maxPageWidth === 0 || !frame.current) return;
    const observer = new ResizeObserver(fitPages);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [maxPageWidth, fitPages]);
  return (
    <Box
      component="iframe"
      ref={frame}
      title={`Inhalt von ${name}`}
      // Without 'allow-scripts' nothing in the frame runs; with 'allow-same-origin' the page can write into it.
      sandbox="allow-same-origin"
      srcDoc=""
      aria-busy={!isComplete}
      onLoad={() => setFrameDocument(frame.current?.contentDocument ?? null)}
      sx={{ flex: 1, minHeight: 0, width: '100%', border: 0, bgcolor: 'action.hover' }}
    />
  );
}

const measureMaxPageWidth = ({ body }: Document): number =>
  Math.max(1, ...[...body.children].map((page) => (page as HTMLElement).offsetWidth));

/** The width in CSS pixels that the frame keeps free beside the widest page. */
const freeWidth = 40;

/**
 * Scales the pages so that the widest page fills the frame, at most to one and a half times their size. Then applies
 * the zoom. Widths are in CSS pixels.
 */
function scalePages({ body }: Document, maxPageWidth: number, frameWidth: number, zoom: number): void {
  body.style.zoom = String(Math.min(1.5, (frameWidth - freeWidth) / maxPageWidth) * zoom);
}
