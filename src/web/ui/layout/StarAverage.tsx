import Box from '@mui/material/Box';
import Rating from '@mui/material/Rating';
import Typography from '@mui/material/Typography';

interface Props {
  /** The average from 0 to 5. The text has one decimal, and the stars show the nearest half. */
  value: number;
  colour: 'inherit' | 'red' | 'orange' | 'green';
}

/** A read-only average in stars, with its value as text beside it. */
export function StarAverage({ value, colour }: Props) {
  const label = `${value.toLocaleString('de-DE', { maximumFractionDigits: 1 })} von 5 Sternen`;
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Rating value={value} precision={0.5} readOnly getLabelText={() => label} sx={{ color: colours[colour] }} />
      <Typography variant="body2" aria-hidden sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
    </Box>
  );
}

const colours = { inherit: 'inherit', red: 'error.main', orange: 'orange.main', green: 'success.main' } as const;
