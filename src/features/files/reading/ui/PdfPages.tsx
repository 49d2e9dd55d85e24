import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect, useRef, useState } from 'react';
import { Loading } from '../../../../web/ui/notices/Loading.tsx';
import { DocumentBox } from './DocumentBox.tsx';
import type { OpenPdf } from './pdf.ts';
import { PdfPage } from './PdfPage.tsx';
import type { ViewProps } from './Reader.tsx';
import { useOpenPdf } from './useOpenPdf.ts';

/** Shows the pages of a PDF one below the other. */
export function PdfPages({ name, zoom, ...viewProps }: ViewProps) {
  const opened = useOpenPdf(viewProps, readSizes);
  const [width, setWidth] = useState(0);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const sizes = opened?.content ?? [];
  const maxPageWidth = Math.max(1, ...sizes.map((size) => size.width));
  // Without zoom, the widest page fills the width, but no page is enlarged to more than one and a half times its size.
  const scale = Math.min(1.5, width / maxPageWidth) * zoom;
  return (
    <DocumentBox name={name} isComplete={opened !== null} sx={{ bgcolor: 'action.hover', px: 3 }}>
      {/* The library measures text on a canvas with this class, which it adds to the page. */}
      <GlobalStyles styles={{ '.hiddenCanvasElement': { display: 'none' } }} />
      <Box ref={container} sx={{ display: 'grid', gap: 3, justifyItems: 'safe center' }}>
        {!opened && <Loading blocks={1} height={320} />}
        {opened &&
          width > 0 &&
          sizes.map((size, index) => (
            <PdfPage
              key={index}
              pdf={opened.pdf}
              pageNumber={index + 1}
              size={size}
              scale={scale}
              onFailure={viewProps.onFailure}
            />
          ))}
      </Box>
    </DocumentBox>
  );
}

/** Reads the sizes of all pages that are shown. */
async function readSizes(pdf: OpenPdf) {
  const sizes = [];
  for (let pageNumber = 1; pageNumber <= pdf.shownPageCount; pageNumber++)
    sizes.push(await pdf.getPageSize(pageNumber));
  return sizes;
}
