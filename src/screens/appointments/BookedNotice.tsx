import DoneIcon from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { TextLink } from '../../web/ui/layout/TextLink.tsx';

/** Confirms that the appointment has just been booked or moved, and explains what happens next. */
export function BookedNotice({ wasMoved }: { wasMoved: boolean }) {
  return (
    <Box sx={{ flexBasis: '100%' }}>
      <Typography sx={{ display: 'flex', alignItems: 'center', gap: 2, fontWeight: 700 }}>
        <DoneIcon aria-hidden sx={{ color: 'success.main' }} />
        {wasMoved ? 'Verlegt' : 'Gebucht'}
      </Typography>
      <Typography variant="body2">
        Die Bestätigung kommt per E-Mail. Dein Coach liest vorher deine <TextLink to="/files">Unterlagen</TextLink>. Am
        Tag steht hier der Link.
      </Typography>
    </Box>
  );
}
