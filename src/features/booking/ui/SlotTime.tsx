import Box from '@mui/material/Box';

/** Digits of equal width, and a zero without a slash. The font of the other text offers neither. */
export const digitStyles = {
  fontFamily: 'system-ui, sans-serif',
  fontVariantNumeric: 'tabular-nums',
  lineHeight: 1.2,
} as const;

interface Props {
  /** `HH:mm`. */
  start: string;
  /** `HH:mm`. */
  end: string;
  /** The font size of the start time. */
  startFontSize?: string;
}

/** Shows the time of a slot with a large start, as in '09:00 bis 09:45 Uhr'. */
export function SlotTime({ start, end, startFontSize = '1.5rem' }: Props) {
  return (
    <Box component="span" sx={digitStyles}>
      <Box component="strong" sx={{ fontSize: startFontSize, letterSpacing: '-0.01em' }}>
        {start}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '1rem', whiteSpace: 'nowrap' }}>
        bis {end} Uhr
      </Box>
    </Box>
  );
}
