import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { germanDate } from '../../../shared/berlin.ts';
import { StarAverage } from '../../../web/ui/layout/StarAverage.tsx';
import type { StaffRating } from '../contract.ts';
import { namesOf, starColour } from '../rules.ts';
import { RatingDetails } from './RatingDetails.tsx';

interface Props {
  rating: StaffRating;
  /** The level of the rating's heading, one below that of the list. */
  heading?: 'h2' | 'h3';
}

/** A rating: its people, day and average; expands to the stars of each statement and the texts (reference 6.6). */
export function RatingTile({ rating, heading = 'h2' }: Props) {
  const { participant, coach } = namesOf(rating);
  return (
    <Accordion slotProps={{ transition: { unmountOnExit: true }, heading: { component: heading } }}>
      <AccordionSummary expandIcon={<ExpandIcon />} sx={{ px: { xs: 4, sm: 6 } }}>
        <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
          <Typography component="span" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            {participant}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 6, rowGap: 1 }}>
            <StarAverage value={rating.averageRating} colour={starColour(rating.averageRating)} />
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {germanDate(rating.createdAt)} · Coach: {coach}
            </Typography>
          </Box>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pt: 4, pb: 6, borderTop: 1, borderColor: 'divider' }}>
        <RatingDetails rating={rating} />
      </AccordionDetails>
    </Accordion>
  );
}
