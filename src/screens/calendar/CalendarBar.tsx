import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { views, type useCalendarChoice, type View } from './useCalendarChoice.ts';

const viewLabels: Record<View, string> = { tag: 'Tag', woche: 'Woche', liste: 'Liste' };

interface Props {
  /** The view, days and coaches in the URL, and the functions that change them. */
  choice: ReturnType<typeof useCalendarChoice>;
  /** The days shown, such as 'Mo, 30.11. bis So, 06.12.2026'. */
  title: string;
  titleId: string;
}

/** The bar with the title and the buttons that page through the days and choose the view. */
export function CalendarBar({ choice, title, titleId }: Props) {
  const { view, today, goToDay, step, setView } = choice;
  const unit = view === 'tag' ? 'Tag' : 'Woche';
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: { xs: 1, sm: 4 }, rowGap: 3, alignItems: 'center', mb: 4 }}
    >
      <Typography id={titleId} variant="h2" sx={{ flex: { xs: '1 1 100%', md: '1 1 0' }, order: { md: 1 } }}>
        {title}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: { xs: 0, sm: 1 } }}>
        <Button variant="outlined" onClick={() => goToDay(today)} sx={{ minWidth: 0, px: { xs: 2, sm: 5 } }}>
          Heute
        </Button>
        <IconButton aria-label={view === 'tag' ? 'Vorheriger Tag' : 'Vorherige Woche'} onClick={() => step(-1)}>
          <BackIcon />
        </IconButton>
        <IconButton aria-label={`Nächste${view === 'tag' ? 'r' : ''} ${unit}`} onClick={() => step(1)}>
          <NextIcon />
        </IconButton>
      </Box>
      <Box role="group" aria-label="Ansicht" sx={{ order: 2, ml: 'auto', display: 'flex' }}>
        {views.map((option) => (
          <Button
            key={option}
            variant="outlined"
            aria-pressed={view === option}
            onClick={() => setView(option)}
            sx={{ ...segment, ...(view === option ? activeSegment : {}) }}
          >
            {viewLabels[option]}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

/** A button of a group without gaps. */
const segment = {
  borderRadius: 0,
  minWidth: 0,
  px: { xs: 1.5, sm: 4 },
  '&:first-of-type': { borderStartStartRadius: 12, borderEndStartRadius: 12 },
  '&:last-of-type': { borderStartEndRadius: 12, borderEndEndRadius: 12 },
  '& + &': { ml: '-1px' },
} as const;
/** The active view is also underlined, so that colour is not the only cue. */
const activeSegment = { bgcolor: 'action.hover', textDecoration: 'underline', textUnderlineOffset: '0.25em' } as const;
