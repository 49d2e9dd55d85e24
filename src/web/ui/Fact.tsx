import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A list of labels and values; its children are `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
      {children}
    </Box>
  );
}

/** One row: 'Coach' · 'Anna Berg'. An empty value reads '–'. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '120px minmax(0, 1fr)', sm: '160px 1fr' }, gap: 3 }}>
      <Typography component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' }}>
        {children || '–'}
      </Typography>
    </Box>
  );
}
