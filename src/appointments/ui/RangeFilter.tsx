import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { addDays, isDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { lazyPart } from '../../web/chunk.ts';
import type { Range } from './range.ts';

// The plan stands before its fields can be typed into: they weigh more than the rest of the page.
const RangeFields = lazyPart('RangeFields', async () => ({
  default: (await import('./RangeFields.tsx')).RangeFields,
}));

interface Props {
  /** What the fields begin with; then they go their own way: the address follows once a date is meant. */
  first: Range;
  /** Called with two whole days, be they in the wrong order; with null where they are none. */
  onChange: (range: Range | null) => void;
  /** The ranges that are wanted most, first and last day counted from today. */
  presets?: readonly { label: string; from: number; till: number }[];
}

const ofThePlan = [
  { label: 'Heute', from: 0, till: 0 },
  { label: 'Nächste 7 Tage', from: 0, till: 6 },
];

/** From and till, with the ranges that are wanted most. A date counts once it is left, confirmed or picked. */
export function RangeFilter({ first, onChange, presets = ofThePlan }: Props) {
  const [typed, setTyped] = useState(first);
  const today = useNow().date;
  const choose = (range: Range) => {
    setTyped(range);
    onChange(isDate(range.from) && isDate(range.till) ? range : null);
  };
  return (
    <Box
      component="section"
      aria-label="Zeitraum"
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start', mb: 6 }}
    >
      <Box sx={fields}>
        <Suspense fallback={<Box sx={{ height: { xs: 128, sm: 56 } }} />}>
          <RangeFields labels={labels} value={typed} required onChange={setTyped} onSettled={choose} />
        </Suspense>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, pt: { sm: 1.5 } }}>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            onClick={() => choose({ from: addDays(today, preset.from), till: addDays(today, preset.till) })}
          >
            {preset.label}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

const labels = ['Von', 'Bis'] as const;

const fields = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, 220px)' },
  gap: 4,
  width: { xs: '100%', sm: 'auto' },
} as const;
