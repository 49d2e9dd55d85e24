import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** A line of the list; `share` between 0 and 1 is the bar's length. */
export interface Bar {
  key: string | number;
  label: ReactNode;
  /** The value as text at the end of the line: '18 von 24 (75 %)'. */
  value: string;
  share: number;
}

/**
 * A bar chart as a list. Each bar has its name and its value as text, so that it can be read without seeing the bar.
 */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
      {bars.map(({ key, label, value, share }) => (
        <li key={key}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, justifyContent: 'space-between', mb: 1 }}>
            <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
            </Box>
            <Box component="span" sx={{ ml: 'auto', color: 'text.secondary' }}>
              {value}
            </Box>
          </Box>
          <Box sx={track}>
            <Box sx={filled} style={{ width: `${100 * Math.min(1, share)}%` }} />
          </Box>
        </li>
      ))}
    </Box>
  );
}

const track = { height: 8, borderRadius: '4px', overflow: 'hidden', bgcolor: 'action.disabledBackground' } as const;
const filled = {
  height: '100%',
  bgcolor: 'primary.main',
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
} as const;
