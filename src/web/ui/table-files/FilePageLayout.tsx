import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Places the card with the file beside the explanation of its columns, or above it on a narrow screen. */
export function FilePageLayout({ children }: { children: ReactNode }) {
  return <Box sx={layout}>{children}</Box>;
}

const layout = {
  display: 'grid',
  gap: { xs: 8, md: 12 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
  alignItems: 'start',
  mb: 10,
} as const;
