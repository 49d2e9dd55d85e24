import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { openPdf, type OpenPdf } from './pdf.ts';
import { PdfPage } from './PdfPage.tsx';
import type { ReaderProps } from './Reader.tsx';

/** A PDF on one canvas for each page, drawn when it comes near the view, with its text on top. */
export default function PdfPages({ bytes, name, zoom, onCut, onFailure }: ReaderProps) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [sizes, setSizes] = useState<{ width: number; height: number }[]>([]);
  const [width, setWidth] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let opened: OpenPdf | null = null;
    let left = false;
    const open = async () => {
      // The library transfers the bytes to its worker, so it gets a copy.
      opened = await openPdf(bytes.slice(0));
      if (left) return opened.close();
      const all = [];
      for (let at = 1; at <= opened.shown; at++) all.push(await opened.sizeOf(at));
      setSizes(all);
      setPdf(opened);
      const { pages, shown } = opened;
      if (shown < pages) onCut(`Hier endet die Ansicht nach ${shown} von ${pages.toLocaleString('de')} Seiten.`);
    };
    open().catch(() => {
      if (!left) onFailure();
    });
    return () => {
      left = true;
      opened?.close();
    };
  }, [bytes, onCut, onFailure]);
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const widest = Math.max(1, ...sizes.map((size) => size.width));
  const scale = Math.min(1.5, width / widest) * zoom;
  return (
    <Box
      role="document"
      aria-label={`Inhalt von ${name}`}
      aria-busy={!pdf}
      // Keys scroll the focused element.
      tabIndex={0}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', bgcolor: 'action.hover', px: 3, py: 3 }}
    >
      {/* The library measures text on this canvas. */}
      <GlobalStyles styles={{ '.hiddenCanvasElement': { display: 'none' } }} />
      <Box ref={place} sx={{ display: 'grid', gap: 3, justifyItems: 'safe center' }}>
        {!pdf && <Loading blocks={1} height={320} />}
        {pdf &&
          width > 0 &&
          sizes.map((size, at) => (
            <PdfPage key={at} pdf={pdf} at={at + 1} size={size} scale={scale} onFailure={onFailure} />
          ))}
      </Box>
    </Box>
  );
}
