import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import type { CoachesProps } from './CoachesField.tsx';

// Loaded after the calendar, because its code is larger than the page's.
const CoachesField = lazyComponent('CoachesField', () => import('./CoachesField.tsx'));

/**
 * Lists the coaches whose calendars are shown side by side, each with a button to remove it, and opens a field to add
 * more.
 */
export function CoachChoice({ allCoaches, chosenCoaches, onChange }: CoachesProps) {
  const [open, setOpen] = useState(false);
  const ids = chosenCoaches.map(({ id }) => id);
  return (
    <Box component="section" aria-label="Coaches" sx={{ mb: 4 }}>
      {open ? (
        <Suspense fallback={<OpeningNotice />}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'start' }}>
            <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
              <CoachesField allCoaches={allCoaches} chosenCoaches={chosenCoaches} onChange={onChange} />
            </Box>
            <Button onClick={() => setOpen(false)} sx={{ mt: 1.5 }}>
              Fertig
            </Button>
          </Box>
        </Suspense>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {chosenCoaches.map(({ id, name }) => (
            <Button
              key={id}
              variant="outlined"
              color="inherit"
              endIcon={<CloseIcon />}
              aria-label={`${name} ausblenden`}
              disabled={ids.length === 1}
              onClick={() => onChange(ids.filter((otherId) => otherId !== id))}
              sx={{ minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere', textAlign: 'start' }}
            >
              {name}
            </Button>
          ))}
          <Button onClick={() => setOpen(true)}>Coaches wählen</Button>
        </Box>
      )}
    </Box>
  );
}
