import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyComponent } from '../../../web/lazyComponent.ts';

// Loaded after the page, because it is larger than the rest of most pages.
const CoachField = lazyComponent('CoachField', async () => ({
  default: (await import('./CoachField.tsx')).CoachField,
}));

interface Props {
  /** The chosen coach's id; null for all. */
  coach: number | null;
  onChange: (coach: number | null) => void;
}

/** The filter by coach in the row of filters above a list. */
export function CoachFilter({ coach, onChange }: Props) {
  return (
    <Box className="no-print" sx={{ width: { xs: '100%', sm: 260 }, minHeight: 40 }}>
      <Suspense>
        <CoachField value={coach} onChange={(chosen) => onChange(chosen?.value ?? null)} placeholder="Alle" />
      </Suspense>
    </Box>
  );
}
