import Typography from '@mui/material/Typography';
import { germanDate } from '../../shared/berlin.ts';
import { SidePanel } from '../../web/ui/dialogs/SidePanel.tsx';
import { StarAverage } from '../../web/ui/layout/StarAverage.tsx';
import type { StaffRating } from '../../features/ratings/contract.ts';
import { namesOf, starColour } from '../../features/ratings/rules.ts';
import { RatingDetails } from '../../features/ratings/ui/RatingDetails.tsx';

interface Props {
  /** Undefined if the rating is not in the list, for example because the link is outdated. */
  rating: StaffRating | undefined;
  onClose: () => void;
}

/** The side panel with the details of a rating. */
export default function RatingPanel({ rating, onClose }: Props) {
  return (
    <SidePanel title={rating ? namesOf(rating).participant : 'Bewertung nicht gefunden'} onClose={onClose}>
      {rating ? (
        <>
          <StarAverage value={rating.averageRating} colour={starColour(rating.averageRating)} />
          <Typography sx={{ mt: 1, mb: 6, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {germanDate(rating.createdAt)} · Coach: {namesOf(rating).coach}
          </Typography>
          <RatingDetails rating={rating} />
        </>
      ) : (
        <Typography sx={{ color: 'text.secondary' }}>
          Diese Bewertung steht nicht auf dieser Seite der Liste. Ein anderer Zeitraum zeigt sie vielleicht.
        </Typography>
      )}
    </SidePanel>
  );
}
