import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

const line = 'var(--mui-palette-text-primary)';
const paper = 'var(--mui-palette-background-paper)';
const petrol = 'var(--mui-palette-primary-main)';
const red = 'var(--mui-palette-secondary-main)';
const sand = 'var(--mui-palette-divider)';

/** Small illustrations in the theme's colours, all on the same sand-coloured hill. */
const pictures = {
  calendar: (
    <>
      <rect x="52" y="30" width="96" height="84" rx="12" fill={paper} stroke={line} />
      <path d="M52 54h96" stroke={line} />
      <path d="M76 22v16M124 22v16" stroke={line} />
      <circle cx="76" cy="74" r="5" fill={sand} />
      <circle cx="100" cy="74" r="5" fill={sand} />
      <circle cx="124" cy="74" r="5" fill={petrol} />
      <circle cx="76" cy="94" r="5" fill={sand} />
      <circle cx="100" cy="94" r="5" fill={red} />
    </>
  ),
  folder: (
    <>
      <path d="M74 34h40l14 14v44H74z" fill={paper} stroke={line} />
      <path d="M86 56h28M86 68h28" stroke={petrol} />
      <path d="M48 62h34l10 10h60v36a8 8 0 0 1-8 8H56a8 8 0 0 1-8-8z" fill={petrol} stroke={line} />
    </>
  ),
  door: (
    <>
      <path d="M70 116V32a8 8 0 0 1 8-8h44a8 8 0 0 1 8 8v84" fill={paper} stroke={line} />
      <path d="M78 116V36l34 10v70z" fill={petrol} stroke={line} />
      <circle cx="104" cy="82" r="3" fill={paper} />
      <path d="M44 116h112" stroke={line} />
    </>
  ),
  cloud: (
    <>
      <path d="M66 92a20 20 0 0 1 2-40 30 30 0 0 1 57-4 22 22 0 0 1 9 44z" fill={paper} stroke={line} />
      <path d="M88 72h.1M112 72h.1" stroke={line} strokeWidth="6" />
      <path d="M92 84q8-6 16 0" stroke={line} />
      <path d="M84 102l-4 10M104 102l-4 10M124 102l-4 10" stroke={petrol} />
    </>
  ),
  map: (
    <>
      <path d="M48 46l34-12 36 12 34-12v68l-34 12-36-12-34 12z" fill={paper} stroke={line} />
      <path d="M82 34v68M118 46v68" stroke={sand} />
      <path d="M60 92q14-18 30-10t28-12" stroke={petrol} strokeDasharray="2 7" />
      <path d="M130 70q-12-13-12-22a12 12 0 0 1 24 0q0 9-12 22z" fill={red} stroke={line} />
    </>
  ),
  lens: (
    <>
      <circle cx="94" cy="66" r="32" fill={paper} stroke={line} />
      <path d="M118 90l26 26" stroke={line} strokeWidth="7" />
      <path d="M80 62q8-12 22-10" stroke={petrol} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IllustrationName = keyof typeof pictures;

/** A decorative illustration. It is hidden from screen readers, since the text beside it has all the information. */
export function Illustration({ name, width = 200 }: { name: IllustrationName; width?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 200 140"
      aria-hidden
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      sx={{ width, maxWidth: '100%', height: 'auto' }}
    >
      <ellipse cx="100" cy="118" rx="86" ry="14" fill={sand} opacity=".6" />
      {pictures[name]}
    </Box>
  );
}
