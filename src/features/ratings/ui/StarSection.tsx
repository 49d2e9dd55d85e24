import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { StarInput } from '../../../web/ui/fields/StarInput.tsx';
import { scale, statements } from '../rules.ts';

interface Props {
  /** 0 for a statement without stars yet. */
  stars: readonly number[];
  onChange: (stars: readonly number[]) => void;
}

/** The six statements, each of which is rated with one to five stars. */
export const StarSection = memo(function StarSection({ stars, onChange }: Props) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 5 }}>
      <div>
        <Typography variant="h3">Wie war dein Coaching?</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          1 Stern heißt „{scale[0]}“, 5 Sterne heißen „{scale[4]}“. Mit * markierte Aussagen brauchen Sterne.
        </Typography>
      </div>
      {statements.map((statement, index) => (
        <StarInput
          key={statement}
          label={statement}
          value={stars[index] ?? 0}
          onChange={(value) => onChange(stars.map((current, position) => (position === index ? value : current)))}
          scale={scale}
          required
        />
      ))}
    </Box>
  );
});
