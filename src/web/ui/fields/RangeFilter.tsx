import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useState, type ReactNode } from 'react';
import { addDays, isDate } from '../../../shared/berlin.ts';
import { useNow } from '../../clock.ts';
import { lazyComponent } from '../../lazyComponent.ts';
import type { Range } from './range.ts';

// The fields are loaded after the page, because they are larger than the rest of it.
const RangeFields = lazyComponent('RangeFields', async () => ({
  default: (await import('./RangeFields.tsx')).RangeFields,
}));

interface Props {
  /** The range in the fields at first. After that the fields hold their own state, and this prop is ignored. */
  initialRange: Range;
  /** Called with two complete days, even in the wrong order, or with null if one is missing or incomplete. */
  onChange: (range: Range | null) => void;
  /** Buttons for the most useful ranges. `from` and `till` are numbers of days from today. */
  presets?: readonly { label: string; from: number; till: number }[];
  /** Further fields in the same row. */
  children?: ReactNode;
}

const defaultPresets = [
  { label: 'Heute', from: 0, till: 0 },
  { label: 'Letzte 7 Tage', from: -7, till: -1 },
  { label: 'Nächste 7 Tage', from: 0, till: 6 },
];

/**
 * The filters of a list in a row: the fields for the first and the last day, buttons for the most useful ranges, and
 * further filters. A date takes effect when its field is left, Enter is pressed or a day is picked.
 */
export function RangeFilter({ initialRange, onChange, presets = defaultPresets, children }: Props) {
  const [typedRange, setTypedRange] = useState(initialRange);
  const today = useNow().date;
  const applyRange = (range: Range) => {
    setTypedRange(range);
    onChange(isDate(range.from) && isDate(range.till) ? range : null);
  };
  return (
    <Box component="section" aria-label="Filter" className="no-print" sx={filterLine}>
      <Box sx={rangeGrid}>
        <Suspense fallback={<Box sx={{ height: 40 }} />}>
          <RangeFields labels={labels} value={typedRange} required onChange={setTypedRange} onCommit={applyRange} />
        </Suspense>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 0, sm: 1 } }}>
        {presets.map((preset) => (
          <Button
            key={preset.label}
            onClick={() => applyRange({ from: addDays(today, preset.from), till: addDays(today, preset.till) })}
          >
            {preset.label}
          </Button>
        ))}
      </Box>
      {children}
    </Box>
  );
}

/**
 * Places filters side by side in a compact row, which wraps if they do not fit. Fields have the width of their wrapper.
 */
export const filterLine = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 3,
  alignItems: 'flex-start',
  mb: 2,
  '& .MuiButton-root': { minHeight: 40, px: 3 },
  '& .MuiOutlinedInput-root.MuiInputBase-root': { minHeight: 40, py: 0 },
  '& .MuiOutlinedInput-root .MuiOutlinedInput-input.MuiInputBase-input': { py: '8.5px' },
  '& .MuiPickersOutlinedInput-root': { minHeight: 40 },
  '& .MuiPickersOutlinedInput-root .MuiPickersSectionList-root': { py: '8.5px' },
  '& .MuiInputLabel-root:not(.MuiInputLabel-shrink)': { transform: 'translate(14px, 8px) scale(1)' },
  '& .MuiInputAdornment-root .MuiIconButton-root': { minWidth: 36, minHeight: 36, p: 1 },
} as const;

const labels = ['Von', 'Bis'] as const;

/** Places the two fields of a range side by side. */
export const rangeGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(2, 168px)' },
  gap: 3,
  width: { xs: '100%', sm: 'auto' },
} as const;
