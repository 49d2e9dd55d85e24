import Box from '@mui/material/Box';
import { Suspense } from 'react';
import { lazyPart } from '../../web/chunk.ts';

// It weighs more than the rest of most pages.
const CoachField = lazyPart('CoachField', async () => ({ default: (await import('./CoachField.tsx')).CoachField }));

interface Props {
  /** The chosen coach's id; null for all. */
  coach: number | null;
  onChange: (coach: number | null) => void;
}

/** All coaches or one of them, as wide as the two fields of a range of days; comes a moment after its page. */
export function CoachFilter({ coach, onChange }: Props) {
  return (
    <Box className="no-print" sx={{ width: { xs: '100%', sm: 456 }, minHeight: 56 }}>
      <Suspense>
        <CoachField value={coach} onChange={(chosen) => onChange(chosen?.value ?? null)} placeholder="Alle" />
      </Suspense>
    </Box>
  );
}
