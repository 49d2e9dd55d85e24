import ArrowIcon from '@mui/icons-material/ArrowForward';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Link } from 'react-router';
import type { CoachAnswer } from './coachingSteps.ts';

/** What the coach has sent back lately, with the link to it (reference 4.12). */
export function AnswerCard({ answer }: { answer: CoachAnswer }) {
  const titleId = useId();
  return (
    <Card component="section" aria-labelledby={titleId} sx={cardStyle}>
      <div>
        <Typography id={titleId} variant="h2">
          Neu von deinem Coach
        </Typography>
        <Typography sx={{ mt: 1, maxWidth: '60ch', overflowWrap: 'anywhere' }}>{answer.text}</Typography>
      </div>
      <Button variant="contained" component={Link} to={answer.path} endIcon={<ArrowIcon />}>
        Ansehen
      </Button>
    </Card>
  );
}

const cardStyle = {
  mb: { xs: 4, sm: 6 },
  p: { xs: 4, sm: 6 },
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 3,
} as const;
