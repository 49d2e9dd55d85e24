import CloseIcon from '@mui/icons-material/Close';
import OpenIcon from '@mui/icons-material/KeyboardArrowDown';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { visuallyHidden } from '../../web/ui/layout/visuallyHidden.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { CoachesFieldProps } from './CoachesField.tsx';

// Loaded after the calendar, because its code is larger than the page's.
const CoachesField = lazyComponent('CoachesField', () => import('./CoachesField.tsx'));

/**
 * Lists the chosen coaches, whose calendars are shown side by side. Each coach has a button that hides their calendar.
 * Another button opens the field that chooses coaches, and says how many others there are. On a phone it is the only one,
 * with the coaches' names.
 */
export function CoachChoice({ allCoaches, chosenCoaches, onChange }: CoachesFieldProps) {
  const [isFieldOpen, setIsFieldOpen] = useState(false);
  const isNarrow = !useMinWidth(600);
  const hiddenCount = allCoaches.length - chosenCoaches.length;
  const ids = chosenCoaches.map(({ id }) => id);
  return (
    <Box component="section" aria-label="Coaches" sx={{ mb: { xs: 1, sm: 4 } }}>
      {isNarrow && !isFieldOpen && (
        <Button variant="outlined" fullWidth endIcon={<OpenIcon />} onClick={() => setIsFieldOpen(true)} sx={onPhone}>
          <span style={visuallyHidden}>Coaches wählen: </span>
          <span className="names">{chosenCoaches.map(({ name }) => name).join(', ')}</span>
          {hiddenCount > 0 && (
            <span className="others">
              +{hiddenCount}
              <span style={visuallyHidden}> nicht gezeigt</span>
            </span>
          )}
        </Button>
      )}
      {isFieldOpen && (
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
      )}
      {!isNarrow && !isFieldOpen && (
        <Box sx={{ display: 'flex', flexWrap: { sm: 'wrap', lg: 'nowrap' }, gap: 2 }}>
          {chosenCoaches.map(({ id, name }) => (
            <Button
              key={id}
              variant="outlined"
              color="inherit"
              endIcon={<CloseIcon />}
              aria-label={`${name} ausblenden`}
              title={name}
              disabled={ids.length === 1}
              onClick={() => onChange(ids.filter((otherId) => otherId !== id))}
              sx={coachButton}
            >
              <span className="name">{name}</span>
            </Button>
          ))}
          <Button sx={{ flex: 'none' }} onClick={() => setIsFieldOpen(true)}>
            {hiddenCount > 0 ? `Coaches wählen (${hiddenCount} weitere)` : 'Coaches wählen'}
          </Button>
        </Box>
      )}
    </Box>
  );
}

const onPhone = {
  justifyContent: 'space-between',
  '& .names': { flex: 1, textAlign: 'start', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .others': { flex: 'none', pl: 2 },
} as const;

/** On a wide screen the names share one line, so that six coaches leave the calendar its height. */
const coachButton = {
  minWidth: 0,
  maxWidth: '100%',
  overflowWrap: 'anywhere',
  textAlign: 'start',
  '& .name': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { lg: 'nowrap' } },
} as const;
