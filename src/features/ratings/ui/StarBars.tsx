import Box from '@mui/material/Box';

interface Props {
  /** How many ratings have one star, two stars, and so on up to five stars. */
  counts: readonly [number, number, number, number, number];
  /** The count that fills a bar completely. */
  fullCount: number;
}

/** Five bars, most stars first; each also shows its count as a number. */
export function StarBars({ counts, fullCount }: Props) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = counts[stars - 1] ?? 0;
        return (
          <Box key={stars} component="li" sx={line}>
            <span>{stars === 1 ? '1 Stern' : `${stars} Sterne`}</span>
            <Box aria-hidden sx={track}>
              <Box sx={bar} style={{ width: `${fullCount > 0 ? (100 * count) / fullCount : 0}%` }} />
            </Box>
            <Box component="span" sx={{ textAlign: 'right' }}>
              {count.toLocaleString('de-DE')}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

const line = {
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr) minmax(32px, max-content)',
  gap: 2,
  alignItems: 'center',
  fontSize: 'body2.fontSize',
} as const;

const track = { height: 12, borderRadius: '6px', overflow: 'hidden', bgcolor: 'action.disabledBackground' } as const;

const bar = {
  height: '100%',
  borderRadius: '6px',
  bgcolor: 'primary.main',
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
} as const;
