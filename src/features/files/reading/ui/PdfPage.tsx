import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import type { OpenPdf } from './pdf.ts';

interface Props {
  pdf: OpenPdf;
  /** From 1. */
  at: number;
  /** In CSS pixels at full size. */
  size: { width: number; height: number };
  scale: number;
  onFailure: () => void;
}

/** One page of a PDF. Its canvas is emptied while it is far from view: a hundred canvases would fill the memory. */
export function PdfPage({ pdf, at, size, scale, onFailure }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
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
    const place = canvas.current;
    if (!near || !place) return;
    const gone = new AbortController();
    pdf.draw(at, place, width, gone.signal).catch(() => {
      if (!gone.signal.aborted) onFailure();
    });
    return () => {
      gone.abort();
      place.width = 0;
      place.height = 0;
    };
  }, [pdf, at, near, width, onFailure]);
  useEffect(() => {
    // The text of every page, drawn or not, so that the browser's search and screen readers find it. If it fails, the
    // picture remains, which matters more.
    if (text.current && text.current.childElementCount === 0) pdf.write(at, text.current).catch(() => {});
  }, [pdf, at]);
  return (
    <Box
      ref={page}
      role="region"
      aria-label={`Seite ${at}`}
      sx={{ ...paper, width, height: Math.round(size.height * scale) }}
      style={{ '--total-scale-factor': scale * (96 / 72) } as object}
    >
      <Box component="canvas" ref={canvas} aria-hidden sx={{ display: 'block', width: '100%', height: '100%' }} />
      <Box ref={text} sx={layer} />
    </Box>
  );
}

const paper = { position: 'relative', bgcolor: '#fff', color: '#000', boxShadow: 1, overflow: 'clip' } as const;

/** The library's own style for a text layer; it sets the variables. */
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
