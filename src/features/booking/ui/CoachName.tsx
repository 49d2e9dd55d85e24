import Box from '@mui/material/Box';
import { useSearchParams } from 'react-router';
import { pictureAddress } from '../../../shared/coach-picture.ts';
import { Avatar } from '../../../web/ui/layout/Avatar.tsx';
import { TextLink } from '../../../web/ui/layout/TextLink.tsx';

interface Props {
  name: string;
  id: number;
  /** The version of the introduction with the picture; null for the initials. */
  picture: number | null;
  large?: boolean;
}

/** A coach's picture and name, linked to their page; the link keeps the booking that is being rescheduled. */
export function CoachName({ name, id, picture, large = false }: Props) {
  const [params] = useSearchParams();
  const reschedulingId = params.get('statt');
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: large ? 3 : 2 }}>
      <Avatar name={name} picture={picture === null ? null : pictureAddress(picture)} size={large ? 64 : 40} />
      <TextLink to={`/coach?id=${id}${reschedulingId ? `&statt=${reschedulingId}` : ''}`} inherit>
        {name}
      </TextLink>
    </Box>
  );
}
