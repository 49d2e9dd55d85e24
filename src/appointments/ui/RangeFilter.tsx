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
 * The range in the address (`?von=…&bis=…`), each day today where it is absent or no date. `place` names this visit of
 * the page: it stays while `setRange` changes the address and is another one after a link or a step back.
 */
export function useRange(): { range: Range; setRange: (range: Range) => void; place: string } {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const today = useNow().date;
  const day = (name: string) => {
    const value = params.get(name) ?? '';
    return isDate(value) ? value : today;
  };
  const { place } = { place: location.key, ...(location.state as { place?: string } | null) };
  const setRange = ({ from, till }: Range) =>
    setParams({ von: from, bis: till }, { replace: true, preventScrollReset: true, state: { place } });
  return { range: { from: day('von'), till: day('bis') }, setRange, place };
}

interface Props {
  /** What the fields begin with; then they go their own way, since the address follows what is typed with a delay. */
  first: Range;
  onChange: (range: Range) => void;
}

/** From and till, with the two ranges that are wanted most. Only a whole and right range is passed on. */
export function RangeFilter({ first, onChange }: Props) {
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
      <Box sx={{ display: 'flex', gap: 2, pt: { sm: 1.5 } }}>
        <Button onClick={() => change({ from: today, till: today })}>Heute</Button>
        <Button onClick={() => change({ from: today, till: addDays(today, 6) })}>Nächste 7 Tage</Button>
      </Box>
    </Box>
  );
}

const incomplete = 'Bitte gib ein vollständiges Datum ein.';
const field = { width: { xs: '100%', sm: 220 } } as const;
