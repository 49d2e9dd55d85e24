import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { germanDate } from '../../shared/berlin.ts';
import { Fact, Facts } from '../../web/ui/Fact.tsx';
import { StarAverage } from '../../web/ui/StarAverage.tsx';
import type { ListedRating } from '../contract.ts';
import { salutation, starColour, statements } from '../rules.ts';

interface Props {
  rating: ListedRating;
  /** The level of its heading, below that of the list. */
  heading?: 'h2' | 'h3';
}

/** One rating: who, when, average; opening to each statement's stars and the words (spec coach §2, §3). */
export function RatingTile({ rating, heading = 'h2' }: Props) {
  const participant = `${salutation(rating.participantSalutation)} ${rating.participantFirstName} ${rating.participantLastName}`;
  const coach = `${salutation(rating.coachSalutation)} ${rating.coachFirstName} ${rating.coachLastName}`;
  return (
    <Accordion slotProps={{ transition: { unmountOnExit: true }, heading: { component: heading } }}>
      <AccordionSummary expandIcon={<ExpandIcon />} sx={{ px: { xs: 4, sm: 6 } }}>
        <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
          <Typography component="span" sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>
            {participant.trim()}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 6, rowGap: 1 }}>
            <StarAverage value={rating.averageRating} colour={starColour(rating.averageRating)} />
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {germanDate(rating.createdAt)} · Coach: {coach.trim()}
            </Typography>
          </Box>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 4, sm: 6 }, pt: 4, pb: 6, borderTop: 1, borderColor: 'divider' }}>
        <Stars rating={rating} />
        <Facts>
          <Fact label="Persönliches Feedback">{rating.personalFeedback}</Fact>
          {rating.freeText !== undefined && <Fact label="Themenwünsche">{rating.freeText}</Fact>}
          {rating.speakWithCoachQuestions !== undefined && (
            <Fact label="Besprochene Themen">{rating.speakWithCoachQuestions}</Fact>
          )}
          {rating.additionalQuestions !== undefined && <Fact label="Weitere Themen">{rating.additionalQuestions}</Fact>}
        </Facts>
      </AccordionDetails>
    </Accordion>
  );
}

function Stars({ rating }: { rating: ListedRating }) {
  const given = [
    rating.starsCollaboration,
    rating.starsClarifyingOpenQuestions,
    rating.starsApplicationProcess,
    rating.starsCompetencies,
    rating.starsApplicationDocuments,
    rating.starRatingRecommend,
  ];
  return (
    <Box component="dl" sx={{ m: 0, mb: 6, display: 'grid', gap: 3 }}>
      {statements.map((statement, index) => (
        <Box
          key={statement}
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 1, justifyContent: 'space-between' }}
        >
          <Typography component="dt" sx={{ maxWidth: '60ch' }}>
            {statement}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <StarAverage value={given[index] ?? 0} colour={starColour(given[index] ?? 0)} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
