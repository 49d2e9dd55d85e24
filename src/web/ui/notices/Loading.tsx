import Box from '@mui/material/Box';
import type { Breakpoint } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { visuallyHidden } from '../layout/visuallyHidden.ts';

interface Props {
  /** The number of placeholder blocks and the height of each in px, similar to the content that is being loaded. */
  blocks?: number;
  height?: number;
  text?: string;
  /** The height of the expected content in px, by breakpoint, where the blocks do not determine it. */
  minHeight?: Partial<Record<Breakpoint, number>>;
}

/** Placeholder blocks with 'Lädt...', shown only if loading takes longer than 150 ms (base.css). */
export function Loading({ blocks = 3, height = 96, text = 'Lädt...', minHeight }: Props) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box aria-busy sx={{ display: 'grid', gap: 4, minHeight: minHeight ?? blocks * (height + 16) }}>
      <Box component="output" sx={visuallyHidden}>
        {isSlow ? text : ''}
      </Box>
      {Array.from({ length: blocks }, (_, block) => (
        <Box key={block} className="skeleton" sx={{ height }} />
      ))}
    </Box>
  );
}
