import Typography from '@mui/material/Typography';
import { germanDate } from '../../shared/berlin.ts';
import { lowScreen } from '../theme.ts';

/** 'Montag der 30.11.2026' above the entries of a day; stays in sight while they scroll. `date` is yyyy-mm-dd. */
export function DayHeading({ day, date }: { day: string; date: string }) {
  return (
    <Typography
      variant="h2"
      sx={{
        position: 'sticky',
        top: { xs: 64, sm: 72 },
        zIndex: 2,
        bgcolor: 'background.default',
        py: 2,
        mt: 4,
        mb: 2,
        [lowScreen]: { position: 'static' },
      }}
    >
      {day} der {germanDate(date)}
    </Typography>
  );
}
