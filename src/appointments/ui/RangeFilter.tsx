import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { addDays, isDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { lazyPart } from '../../web/chunk.ts';
import { rangeProblem, rangeSentences } from '../rules.ts';

// The plan stands before its fields can be typed into: they weigh more than the rest of the page.
const DateField = lazyPart('DateField', async () => ({
  default: (await import('../../web/ui/DateField.tsx')).DateField,
}));

/** Two calendar days `yyyy-mm-dd`, both included. */
export interface Range {
  from: string;
  till: string;
}

/**
 * The range in the address (`?von=…&bis=…`); where a day is absent or no date, it is `back` days before today for the
 * beginning, `ahead` days after it for the end. A new range begins at its first page (`seite`). `place` names this visit of the page: it stays while `setRange`
 * changes the address and is another one after a link or a step back.
 */
export function useRange({ ahead = 0, back = 0 } = {}): {
  range: Range;
  setRange: (range: Range) => void;
  place: string;
} {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const today = useNow().date;
  const day = (name: string, otherwise: string) => {
    const value = params.get(name) ?? '';
    return isDate(value) ? value : otherwise;
  };
  const { place } = { place: location.key, ...(location.state as { place?: string } | null) };
  const setRange = ({ from, till }: Range) =>
    setParams(
      (before) => {
        const others = [...before].filter(([name]) => name !== 'von' && name !== 'bis' && name !== 'seite');
        return [['von', from], ['bis', till], ...others];
      },
      { replace: true, preventScrollReset: true, state: { place } },
    );
  return {
    range: { from: day('von', addDays(today, -back)), till: day('bis', addDays(today, ahead)) },
    setRange,
    place,
  };
}

interface Props {
  /** What the fields begin with; then they go their own way, since the address follows what is typed with a delay. */
  first: Range;
  onChange: (range: Range) => void;
  /** The ranges that are wanted most, first and last day counted from today. */
  presets?: readonly { label: string; from: number; till: number }[];
}

const ofThePlan = [
  { label: 'Heute', from: 0, till: 0 },
  { label: 'Nächste 7 Tage', from: 0, till: 6 },
];

/** From and till, with the ranges that are wanted most. Only a whole and right range is passed on. */
export function RangeFilter({ first, onChange, presets = ofThePlan }: Props) {
  const [{ from, till }, setTyped] = useState(first);
  const problem = from && till ? rangeProblem(from, till) : null;
  const mistake = problem ? rangeSentences[problem] : undefined;
  const today = useNow().date;

  const change = (next: Range) => {
    setTyped(next);
    if (next.from && next.till && !rangeProblem(next.from, next.till)) onChange(next);
  };
  return (
    <Box
      component="section"
      aria-label="Zeitraum"
      className="no-print"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'flex-start', mb: 6 }}
    >
      <Suspense fallback={<Box sx={{ ...field, height: 56, mr: { sm: '236px' } }} />}>
        <Box sx={field}>
          <DateField
            label="Von"
            value={from}
            onChange={(date) => change({ from: date, till })}
            error={from ? undefined : incomplete}
          />
        </Box>
        <Box sx={field}>
          <DateField
            label="Bis"
            value={till}
            onChange={(date) => change({ from, till: date })}
            error={till ? mistake : incomplete}
          />
        </Box>
      </Suspense>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, pt: { sm: 1.5 } }}>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            onClick={() => change({ from: addDays(today, preset.from), till: addDays(today, preset.till) })}
          >
            {preset.label}
          </Button>
        ))}
      </Box>
    </Box>
  );
}

const incomplete = 'Bitte gib ein vollständiges Datum ein.';
const field = { width: { xs: '100%', sm: 220 } } as const;
