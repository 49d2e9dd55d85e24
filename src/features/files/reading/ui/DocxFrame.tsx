import Box from '@mui/material/Box';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showDocx } from './docx.ts';
import type { ReaderProps } from './Reader.tsx';

/** A Word document in a frame that runs no scripts and, by the page's own policy, loads nothing from elsewhere. */
export default function DocxFrame({ bytes, name, zoom, onCut, onFailure }: ReaderProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [opened, setOpened] = useState<Document | null>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!opened) return;
    showDocx(bytes, opened).then(
      (missing) => {
        setShown(true);
        onCut(missing);
      },
      () => onFailure(),
    );
  }, [bytes, opened, onCut, onFailure]);
  const fit = useCallback(() => {
    if (opened && frame.current) fitTo(opened, frame.current.clientWidth, zoom);
  }, [opened, zoom]);
  useEffect(() => {
    if (!shown || !frame.current) return;
    const sizes = new ResizeObserver(fit);
    sizes.observe(frame.current);
    return () => sizes.disconnect();
  }, [shown, fit]);
  return (
    <Box
      component="iframe"
      ref={frame}
      title={`Inhalt von ${name}`}
      // No 'allow-scripts': the page writes into the frame, and nothing in it runs.
      sandbox="allow-same-origin"
      srcDoc=""
      aria-busy={!shown}
      onLoad={() => setOpened(frame.current?.contentDocument ?? null)}
      sx={{ flex: 1, minHeight: 0, width: '100%', border: 0, bgcolor: 'action.hover' }}
    />
  );
}

/** Makes the widest page as wide as the frame, and no more than half as large again. */
function fitTo(document: Document, width: number, zoom: number): void {
  const { body } = document;
  body.style.zoom = '1';
  const widest = Math.max(1, ...[...body.children].map((page) => (page as HTMLElement).offsetWidth));
  body.style.zoom = String(Math.min(1.5, (width - 40) / widest) * zoom);
}
