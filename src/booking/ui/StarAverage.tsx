import Box from '@mui/material/Box';
import Rating from '@mui/material/Rating';
import Typography from '@mui/material/Typography';

/** The read-only average of a rating, 'Ihre Bewertung', in half stars; its colour follows the value (spec §4). */
export function StarAverage({ value }: { value: number }) {
  const told = `${value.toLocaleString('de-DE', { maximumFractionDigits: 1 })} von 5 Sternen`;
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: { sm: 'end' } }}>
      <Typography>Ihre Bewertung</Typography>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Rating value={value} precision={0.5} readOnly getLabelText={() => told} sx={{ color: colourOf(value) }} />
        <Typography variant="body2" aria-hidden sx={{ color: 'text.secondary' }}>
          {told}
        </Typography>
      </Box>
    </Box>
  );
}

function colourOf(value: number): string {
  if (value === 0) return 'inherit';
  if (value < 2) return 'error.main';
  return value < 4 ? 'warning.main' : 'success.main';
}
