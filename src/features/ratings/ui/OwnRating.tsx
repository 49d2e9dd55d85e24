import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { StarAverage } from '../../../web/ui/layout/StarAverage.tsx';
import { starColour } from '../rules.ts';

/** 'Ihre Bewertung': the average of the participant's own rating (reference 4.7). */
export function OwnRating({ average }: { average: number }) {
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: { sm: 'end' } }}>
      <Typography>Ihre Bewertung</Typography>
      <StarAverage value={average} colour={starColour(average)} />
    </Box>
  );
}
