import BackIcon from '@mui/icons-material/ChevronLeft';
import NextIcon from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { shortScreen } from '../../web/theme.ts';
import { CalendarHelp } from './CalendarHelp.tsx';
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
  return (
    <Box sx={bar}>
      <Box sx={pager}>
        <Button variant="outlined" onClick={() => goToDay(today)} sx={{ minWidth: 0, px: { xs: 2, sm: 5 } }}>
          Heute
        </Button>
        <IconButton aria-label={view === 'tag' ? 'Vorheriger Tag' : 'Vorherige Woche'} onClick={() => step(-1)}>
          <BackIcon />
        </IconButton>
        <Typography id={titleId} variant="h2" sx={titleStyle}>
          {title}
        </Typography>
        <IconButton aria-label={view === 'tag' ? 'Nächster Tag' : 'Nächste Woche'} onClick={() => step(1)}>
          <NextIcon />
        </IconButton>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', my: { xs: 2, sm: 0 } }}>
        <Box role="group" aria-label="Ansicht" sx={{ display: 'flex' }}>
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
        <Box sx={{ ml: { xs: 'auto', sm: 2 } }}>
          <CalendarHelp />
        </Box>
      </Box>
    </Box>
  );
}

/** On a phone its two halves are lines of the page, so that the first can stay in sight while the hours scroll. */
const bar = {
  display: { xs: 'contents', sm: 'flex' },
  flexWrap: 'wrap',
  gap: 3,
  alignItems: 'center',
  justifyContent: 'space-between',
  mb: 4,
} as const;
const pager = {
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 0, sm: 1 },
  position: { xs: 'sticky', sm: 'static' },
  top: 64,
  zIndex: 3,
  py: { xs: 1, sm: 0 },
  bgcolor: 'background.default',
  [shortScreen]: { position: 'static' },
} as const;
const titleStyle = {
  minWidth: 0,
  flex: { xs: '1 1 0', sm: 'none' },
  textAlign: { xs: 'center', sm: 'start' },
  fontSize: { xs: 'body1.fontSize', sm: 'h2.fontSize' },
} as const;

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
