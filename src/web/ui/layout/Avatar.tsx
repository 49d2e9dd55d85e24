import Box from '@mui/material/Box';
import { useIsFirstScreenDone } from '../../firstScreen.ts';

interface Props {
  name: string;
  /** The URL of the picture, or null. It is fetched once it scrolls into view and the first screen is done. */
  picture: string | null;
  /** The diameter in pixels. */
  size: number;
  /** Whether the picture is fetched before the first screen is done, for pages about this person. */
  eager?: boolean;
}

/** A person's picture or initials in a circle, without text for screen readers, since the name is beside it. */
export function Avatar({ name, picture, size, eager = false }: Props) {
  const firstScreenDone = useIsFirstScreenDone();
  const words = name.split(' ').filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('');
  return (
    <Box
      component="span"
      data-initials={initials}
      sx={{ ...circle, width: size, height: size, fontSize: size * 0.43, '&::before': initialsStyle }}
    >
      {/* Covers the initials, which stay visible if the picture fails to load. */}
      {(eager || firstScreenDone) && picture !== null && (
        <Box component="img" src={picture} alt="" loading="lazy" width={size} height={size} sx={pictureStyle} />
      )}
    </Box>
  );
}

const circle = {
  position: 'relative',
  overflow: 'hidden',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.default',
  color: 'text.primary',
  fontWeight: 700,
  lineHeight: 1,
} as const;

// The empty alternative text keeps screen readers from reading the initials.
const initialsStyle = { content: 'attr(data-initials) / ""' } as const;

const pictureStyle = { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' } as const;
