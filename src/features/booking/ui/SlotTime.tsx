import Box from '@mui/material/Box';

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
    <Box component="span" sx={{ lineHeight: 1.2 }}>
      <Box component="strong" sx={{ fontSize: startFontSize, letterSpacing: '-0.01em' }}>
        {start}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '1rem', whiteSpace: 'nowrap' }}>
        bis {end} Uhr
      </Box>
    </Box>
  );
}
