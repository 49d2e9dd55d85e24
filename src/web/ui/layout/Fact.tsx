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

/** One label with its value: 'Coach', 'Anna Berg'. An empty value is shown as '–'. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    // If label and value do not fit side by side, for example at high zoom, the value moves below instead of being
    // broken.
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
      <Typography
        component="dt"
        sx={{ color: 'text.secondary', width: { xs: 120, sm: 'var(--fact-label-width, 160px)' } }}
      >
        {label}
      </Typography>
      <Typography
        component="dd"
        // Keeps the line breaks that a user has typed.
        sx={{ m: 0, flex: '1 1 160px', minWidth: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere', hyphens: 'auto' }}
      >
        {children || '–'}
      </Typography>
    </Box>
  );
}
