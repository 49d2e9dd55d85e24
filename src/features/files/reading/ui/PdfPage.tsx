import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { pixelsPerPoint, type OpenPdf } from './pdf.ts';

interface Props {
  pdf: OpenPdf;
  /** The number of the page, counted from 1. */
  pageNumber: number;
  /** The size of the page in CSS pixels without zoom. */
  size: { width: number; height: number };
  scale: number;
  /** Called if the page cannot be drawn. */
  onFailure: () => void;
}

/**
 * Shows one page of a PDF, with its text as a transparent layer on top. To save memory, the page is drawn only while it
 * is near the visible area.
 */
export function PdfPage({ pdf, pageNumber, size, scale, onFailure }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const textLayer = useRef<HTMLDivElement>(null);
  const [isNearViewport, setNearViewport] = useState(false);
  const width = Math.round(size.width * scale);
  useEffect(() => {
    if (!page.current) return;
    const observer = new IntersectionObserver(([entry]) => setNearViewport(entry?.isIntersecting ?? false), {
      rootMargin: '100%',
    });
    observer.observe(page.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const target = canvas.current;
    if (!isNearViewport || !target) return;
    const drawing = new AbortController();
    pdf.drawPage(pageNumber, target, width, drawing.signal).catch(() => {
      if (!drawing.signal.aborted) onFailure();
    });
    return () => {
      drawing.abort();
      target.width = 0;
      target.height = 0;
    };
  }, [pdf, pageNumber, isNearViewport, width, onFailure]);
  useEffect(() => {
    // Adds the text even while the page is not drawn, so that the browser's search and screen readers find the text.
    // An error is ignored, since the page itself is still drawn.
    const layer = textLayer.current;
    if (layer && layer.childElementCount === 0) pdf.addText(pageNumber, layer).catch(() => {});
  }, [pdf, pageNumber]);
  return (
    <Box
      ref={page}
      role="region"
      aria-label={`Seite ${pageNumber}`}
      sx={{ ...pageStyle, width, height: Math.round(size.height * scale) }}
      style={{ '--total-scale-factor': scale * pixelsPerPoint } as object}
    >
      <Box component="canvas" ref={canvas} aria-hidden sx={{ display: 'block', width: '100%', height: '100%' }} />
      <Box ref={textLayer} sx={textLayerStyle} />
    </Box>
  );
}

const pageStyle = { position: 'relative', bgcolor: '#fff', color: '#000', boxShadow: 1, overflow: 'clip' } as const;

/** The library's styles for a text layer. The library sets the variables on the elements. */
const textLayerStyle = {
  position: 'absolute',
  inset: 0,
  lineHeight: 1,
  overflow: 'clip',
  textSizeAdjust: 'none',
  forcedColorAdjust: 'none',
  transformOrigin: '0 0',
  '--min-font-size': '1',
  '& :is(span, br)': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0 0',
  },
  '& > :not(.markedContent), & .markedContent span:not(.markedContent)': {
    '--font-height': '0',
    '--scale-x': '1',
    '--rotate': '0deg',
    fontSize: 'calc(var(--total-scale-factor) * var(--min-font-size) * var(--font-height))',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(calc(1 / var(--min-font-size)))',
  },
  '& .markedContent': { display: 'contents' },
  '& ::selection': { background: 'rgba(0, 0, 255, 0.25)' },
} as const;
