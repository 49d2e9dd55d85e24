import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Avatar } from '../../../../web/ui/layout/Avatar.tsx';

interface Props {
  /** '' on pages whose title is the name. */
  name?: string;
  coach: string;
  text: string;
  /** The URL of the picture; null for the initials. */
  picture: string | null;
}

/** A coach's picture and text as participants see them, with `name` as a heading. */
export function IntroductionCard({ name = '', coach, text, picture }: Props) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 5, rowGap: 3, alignItems: 'center' }}>
      <Avatar name={coach} picture={picture} size={128} eager />
      <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {name && (
          <Typography variant="h3" component="p" sx={{ mb: text ? 1 : 0 }}>
            {name}
          </Typography>
        )}
        {text && <Typography sx={{ whiteSpace: 'pre-line', maxWidth: '60ch' }}>{text}</Typography>}
      </Box>
    </Box>
  );
}
