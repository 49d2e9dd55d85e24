import Box from '@mui/material/Box';

/** Digits of equal width and a zero without a slash, neither of which the text font has. */
const digitStyles = {
  fontFamily: 'system-ui, sans-serif',
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1.2,
} as const;

/** Shows '09:00 bis 09:45 Uhr' with a large start time; times are `HH:mm`. */
export function SlotTime({ start, end, large = '1.5rem' }: { start: string; end: string; large?: string }) {
  return (
    <Box component="span" sx={digitStyles}>
      <Box component="strong" sx={{ fontSize: large, letterSpacing: '-0.01em' }}>
        {start}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '1rem', whiteSpace: 'nowrap' }}>
        bis {end} Uhr
      </Box>
    </Box>
  );
}
