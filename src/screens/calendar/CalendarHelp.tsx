import HelpIcon from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Legend } from './Legend.tsx';
import { useBackCloses } from '../../web/address/useBackCloses.ts';

/** The button '?' of the calendar. It opens the legend, and how to use the calendar with mouse, finger and keyboard. */
export function CalendarHelp() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useBackCloses(anchor !== null, () => setAnchor(null));
  return (
    <>
      <IconButton
        aria-label="Hilfe zum Kalender"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <HelpIcon />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': 'Hilfe zum Kalender', sx: paper } }}
      >
        <Typography variant="h3" component="h2">
          Zeichen im Kalender
        </Typography>
        <Legend />
        <Typography variant="h3" component="h2" sx={{ mt: 5 }}>
          Mit der Maus oder dem Finger
        </Typography>
        <Typography variant="body2" sx={{ mt: 2 }}>
          Klicke auf eine leere Zeit oder ziehe darüber, um einen freien Termin anzulegen. Ziehe einen Termin an eine
          andere Stelle, um ihn zu verschieben. Mit dem Finger hältst du vor dem Ziehen kurz gedrückt. Samstag und
          Sonntag erscheinen in der Woche, sobald dort etwas liegt.
        </Typography>
        <Typography variant="h3" component="h2" sx={{ mt: 5 }}>
          Mit der Tastatur
        </Typography>
        <Box component="dl" sx={keys}>
          <dt>Pfeiltasten</dt>
          <dd>von Eintrag zu Eintrag</dd>
          <dt>Eingabetaste</dt>
          <dd>Eintrag öffnen</dd>
          <dt>Umschalttaste + ← oder →</dt>
          <dd>blättern</dd>
        </Box>
      </Popover>
    </>
  );
}

const paper = { width: 420, maxWidth: 'calc(100vw - 32px)', borderRadius: '16px', p: 5 } as const;
const keys = {
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 4,
  rowGap: 1,
  m: 0,
  mt: 2,
  fontSize: 'body2.fontSize',
  '& dt': { fontWeight: 700 },
  '& dd': { m: 0 },
} as const;
