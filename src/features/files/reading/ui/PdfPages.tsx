import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { describeShownPages, openPdf, type OpenPdf } from './pdf.ts';
import { PdfPage } from './PdfPage.tsx';
import type { ViewProps } from './Reader.tsx';

/** Shows the pages of a PDF one below the other. */
export function PdfPages({ bytes, name, zoom, onIncomplete, onFailure }: ViewProps) {
  const [pdf, setPdf] = useState<OpenPdf | null>(null);
  const [sizes, setSizes] = useState<{ width: number; height: number }[]>([]);
  const [width, setWidth] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let openedPdf: OpenPdf | null = null;
    let disposed = false;
    const open = async () => {
      // The library transfers the bytes to its worker, so it gets a copy.
      openedPdf = await openPdf(bytes.slice(0));
      if (disposed) return openedPdf.close();
      const pageSizes = [];
      for (let pageNumber = 1; pageNumber <= openedPdf.shownPageCount; pageNumber++)
        pageSizes.push(await openedPdf.getPageSize(pageNumber));
      setSizes(pageSizes);
      setPdf(openedPdf);
      onIncomplete(describeShownPages(openedPdf));
    };
    open().catch(() => {
      if (!disposed) onFailure();
    });
    return () => {
      disposed = true;
      openedPdf?.close();
    };
  }, [bytes, onIncomplete, onFailure]);
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const maxPageWidth = Math.max(1, ...sizes.map((size) => size.width));
  // Without zoom, the widest page fills the width, but no page is enlarged to more than one and a half times its size.
  const scale = Math.min(1.5, width / maxPageWidth) * zoom;
  return (
    <Box
      role="document"
      aria-label={`Inhalt von ${name}`}
      aria-busy={!pdf}
      // Focusable, so that the pages can be scrolled with the keyboard.
      tabIndex={0}
      sx={{ flex: 1, minHeight: 0, overflow: 'auto', bgcolor: 'action.hover', px: 3, py: 3 }}
    >
      {/* The library measures text on a canvas with this class, which it adds to the page. */}
      <GlobalStyles styles={{ '.hiddenCanvasElement': { display: 'none' } }} />
      <Box ref={container} sx={{ display: 'grid', gap: 3, justifyItems: 'safe center' }}>
        {!pdf && <Loading blocks={1} height={320} />}
        {pdf &&
          width > 0 &&
          sizes.map((size, index) => (
            <PdfPage key={index} pdf={pdf} pageNumber={index + 1} size={size} scale={scale} onFailure={onFailure} />
          ))}
      </Box>
    </Box>
  );
}
