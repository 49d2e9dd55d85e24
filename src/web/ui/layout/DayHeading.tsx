import Typography from '@mui/material/Typography';
import { germanDate } from '../../../shared/berlin.ts';
import { shortScreen } from '../../theme.ts';

/** The heading 'Montag der 30.11.2026'. It stays visible while the day's entries scroll. `date` is `yyyy-mm-dd`. */
export function DayHeading({ day, date }: { day: string; date: string }) {
  return (
    <Typography
      variant="h2"
      sx={{
        position: 'sticky',
        // The heading stays below the header and below the page's sticky bar, if there is one.
        top: { xs: 'calc(64px + var(--bar, 0px))', sm: 'calc(72px + var(--bar, 0px))' },
        zIndex: 2,
        bgcolor: 'background.default',
        py: { xs: 1, sm: 2 },
        mt: { xs: 1, sm: 4 },
        mb: { xs: 1, sm: 2 },
        [shortScreen]: { position: 'static' },
      }}
    >
      {day} der {germanDate(date)}
    </Typography>
  );
}
