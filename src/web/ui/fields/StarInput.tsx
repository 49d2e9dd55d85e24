import Star from '@mui/icons-material/StarRounded';
import StarBorder from '@mui/icons-material/StarBorderRounded';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatCount } from '../../../shared/german.ts';

interface Props {
  label: string;
  /** The number of stars; 0 if none are chosen yet. */
  value: number;
  onChange: (stars: number) => void;
  /** The meaning of one star, of two stars, and so on. There are as many stars as meanings. */
  scale: readonly string[];
  required?: boolean;
}

/**
 * A field for a number of stars: a group of native radio buttons, each with its meaning as its name. With MUI's
 * `Rating`, a resting pointer would override the value that an arrow key has chosen.
 */
export function StarInput({ label, value, onChange, scale, required = false }: Props) {
  const id = useId();
  const [hoveredStars, setHoveredStars] = useState(0);
  const shownStars = hoveredStars || value;
  return (
    <Box role="radiogroup" aria-labelledby={id} aria-required={required}>
      <Typography id={id} sx={{ fontWeight: 600 }}>
        {label}
        {required && <span aria-hidden>{'\u00a0*'}</span>}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Box sx={{ display: 'flex', ml: -1.5 }} onPointerLeave={() => setHoveredStars(0)}>
          {scale.map((meaning, index) => {
            const stars = index + 1;
            const Icon = stars <= shownStars ? Star : StarBorder;
            return (
              <Box
                key={meaning}
                component="label"
                sx={star}
                onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHoveredStars(stars)}
              >
                <Box
                  component="input"
                  type="radio"
                  name={id}
                  required={required}
                  checked={stars === value}
                  onChange={() => onChange(stars)}
                  aria-label={`${formatCount(stars, 'Stern', 'Sterne')}: ${meaning}`}
                  sx={input}
                />
                <Icon
                  aria-hidden
                  sx={{ fontSize: 36, color: stars <= shownStars ? 'primary.main' : 'text.disabled' }}
                />
              </Box>
            );
          })}
        </Box>
        <Typography
          aria-hidden
          variant="body2"
          // On phones always below the stars, so that a longer text does not move the page.
          sx={{ color: 'text.secondary', minHeight: 24, flexBasis: { xs: '100%', sm: 'auto' } }}
        >
          {scale[shownStars - 1] ?? 'Noch keine Sterne'}
        </Typography>
      </Box>
    </Box>
  );
}

const star = {
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  borderRadius: '12px',
  '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '-3px' },
} as const;

// The invisible input covers its star, so that touch exploration with a screen reader finds it there.
const input = { position: 'absolute', inset: 0, width: 1, height: 1, m: 0, opacity: 0, cursor: 'pointer' } as const;
