import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { CoachesFieldProps } from './CoachesField.tsx';

// Loaded after the calendar, because its code is larger than the page's.
const CoachesField = lazyComponent('CoachesField', () => import('./CoachesField.tsx'));

/**
 * Lists the chosen coaches, whose calendars are shown side by side. Each coach has a button that hides their calendar.
 * Another button opens the field that chooses coaches.
 */
export function CoachChoice({ allCoaches, chosenCoaches, onChange }: CoachesFieldProps) {
  const [isFieldOpen, setIsFieldOpen] = useState(false);
  const ids = chosenCoaches.map(({ id }) => id);
  return (
    <Box component="section" aria-label="Coaches" sx={{ mb: 4 }}>
      {isFieldOpen ? (
        <Suspense fallback={<LoadingNotice />}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'start' }}>
            <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
              <CoachesField allCoaches={allCoaches} chosenCoaches={chosenCoaches} onChange={onChange} />
            </Box>
            <Button onClick={() => setIsFieldOpen(false)} sx={{ mt: 1.5 }}>
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
          <Button onClick={() => setIsFieldOpen(true)}>Coaches wählen</Button>
        </Box>
      )}
    </Box>
  );
}
