import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fact, Facts } from '../../../web/ui/layout/Fact.tsx';
import { StarAverage } from '../../../web/ui/layout/StarAverage.tsx';
import type { StaffRating } from '../contract.ts';
import { starColour, statements } from '../rules.ts';

/**
 * The stars of each statement and the texts of a rating; of the texts, coaches see only the feedback (reference 6.6).
 */
export function RatingDetails({ rating }: { rating: StaffRating }) {
  return (
    <>
      <Stars rating={rating} />
      <Facts>
        <Fact label="Persönliches Feedback">{rating.personalFeedback}</Fact>
        {rating.freeText !== undefined && <Fact label="Themenwünsche">{rating.freeText}</Fact>}
        {rating.speakWithCoachQuestions !== undefined && (
          <Fact label="Besprochene Themen">{rating.speakWithCoachQuestions}</Fact>
        )}
        {rating.additionalQuestions !== undefined && <Fact label="Weitere Themen">{rating.additionalQuestions}</Fact>}
      </Facts>
    </>
  );
}

function Stars({ rating }: { rating: StaffRating }) {
  const stars = [
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
            <StarAverage value={stars[index] ?? 0} colour={starColour(stars[index] ?? 0)} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
