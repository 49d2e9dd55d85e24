import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { getPictureUrl } from '../../../shared/coach-picture.ts';
import { Avatar } from '../../../web/ui/layout/Avatar.tsx';
import { TextLink } from '../../../web/ui/layout/TextLink.tsx';

interface Props {
  name: string;
  id: number;
  /** The id of the introduction with the coach's picture; null shows the initials instead. */
  picture: number | null;
  large?: boolean;
}

/**
 * Shows a coach's picture and name. The name is a link to the coach's page. While a booking is being rescheduled, the
 * link contains the booking's id.
 */
export function CoachName({ name, id, picture, large = false }: Props) {
  const [params] = useSearchParams();
  const reschedulingId = params.get('statt');
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: large ? 3 : 2 }}>
      <Avatar name={name} picture={picture === null ? null : getPictureUrl(picture)} size={large ? 64 : 40} />
      <TextLink to={`/coach?id=${id}${reschedulingId ? `&statt=${reschedulingId}` : ''}`} inheritsColour>
        {name}
      </TextLink>
    </Box>
  );
}
