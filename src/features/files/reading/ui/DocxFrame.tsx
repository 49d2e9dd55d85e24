import Box from '@mui/material/Box';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showDocx } from './docx.ts';
import type { ReaderProps } from './Reader.tsx';

/** A Word document in a frame that runs no scripts and, by the page's own policy, loads nothing from elsewhere. */
export default function DocxFrame({ bytes, name, zoom, onCut, onFailure }: ReaderProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [opened, setOpened] = useState<Document | null>(null);
  /** The width of the widest page; 0 until there are pages. */
  const [widest, setWidest] = useState(0);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!opened) return;
    let left = false;
    const onPages = () => setWidest(widestOf(opened));
    showDocx(bytes, opened, onPages).then(
      (missing) => {
        if (left) return;
        setShown(true);
        onCut(missing);
      },
      () => {
        if (!left) onFailure();
      },
    );
    return () => {
      left = true;
    };
  }, [bytes, opened, onCut, onFailure]);
  const fit = useCallback(() => {
    if (opened && frame.current && widest > 0) fitTo(opened, widest, frame.current.clientWidth, zoom);
  }, [opened, widest, zoom]);
  useEffect(() => {
    if (widest === 0 || !frame.current) return;
    const sizes = new ResizeObserver(fit);
    sizes.observe(frame.current);
    return () => sizes.disconnect();
  }, [widest, fit]);
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

const widestOf = ({ body }: Document): number =>
  Math.max(1, ...[...body.children].map((page) => (page as HTMLElement).offsetWidth));

/** Makes the widest page as wide as the frame, and no more than half as large again. */
function fitTo({ body }: Document, widest: number, width: number, zoom: number): void {
  body.style.zoom = String(Math.min(1.5, (width - 40) / widest) * zoom);
}
