import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from './pdf.ts';

interface Props {
  pdf: OpenPdf;
  /** Counts from 1. */
  pageNumber: number;
  /** The size in CSS pixels at full size. */
  size: { width: number; height: number };
  scale: number;
  onFailure: () => void;
}

/** One page of a PDF. Its canvas is empty while the page is far from view, since a hundred canvases fill the memory. */
export function PdfPage({ pdf, pageNumber, size, scale, onFailure }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  const width = Math.round(size.width * scale);
  useEffect(() => {
    if (!page.current) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '100%',
    });
    observer.observe(page.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const target = canvas.current;
    if (!isNear || !target) return;
    const drawing = new AbortController();
    pdf.draw(pageNumber, target, width, drawing.signal).catch(() => {
      if (!drawing.signal.aborted) onFailure();
    });
    return () => {
      drawing.abort();
      target.width = 0;
      target.height = 0;
    };
  }, [pdf, pageNumber, isNear, width, onFailure]);
  useEffect(() => {
    // Every page gets its text, drawn or not, so that the browser's search and screen readers find it. If this fails,
    // the picture remains, which matters more.
    if (text.current && text.current.childElementCount === 0) pdf.write(pageNumber, text.current).catch(() => {});
  }, [pdf, pageNumber]);
  return (
    <Box
      ref={page}
      role="region"
      aria-label={`Seite ${pageNumber}`}
      sx={{ ...paper, width, height: Math.round(size.height * scale) }}
      style={{ '--total-scale-factor': scale * (96 / 72) } as object}
    >
      <Box component="canvas" ref={canvas} aria-hidden sx={{ display: 'block', width: '100%', height: '100%' }} />
      <Box ref={text} sx={layer} />
    </Box>
  );
}

const paper = { position: 'relative', bgcolor: '#fff', color: '#000', boxShadow: 1, overflow: 'clip' } as const;

/** The library's own style for a text layer; the library sets the variables. */
const layer = {
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
