import Box from '@mui/material/Box';

/** Figures of one width, and a zero without a stroke, which the text's own font does not have. */
const figures = { fontFamily: 'system-ui, sans-serif', fontVariantNumeric: 'tabular-nums', lineHeight: 1.2 } as const;

/** '09:00 bis 09:45 Uhr' with the start large; times `HH:mm`. */
export function SlotTime({ start, end, large = '1.5rem' }: { start: string; end: string; large?: string }) {
  return (
    <Box component="span" sx={figures}>
      <Box component="strong" sx={{ fontSize: large, letterSpacing: '-0.01em' }}>
        {start}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '1rem', whiteSpace: 'nowrap' }}>
        bis {end} Uhr
      </Box>
    </Box>
  );
}
