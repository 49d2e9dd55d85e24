import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import TodayIcon from '@mui/icons-material/TodayOutlined';
import FilterIcon from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { addDays, germanDate, germanPeriod, isDate } from '../../../shared/berlin.ts';
import { lastMonthOf } from '../../../shared/date-range.ts';
import { neighbourRange } from '../../../shared/neighbour-range.ts';
import { useNow } from '../../clock.ts';
import { lazyComponent } from '../../lazyComponent.ts';
import { useMinWidth } from '../../useMinWidth.ts';
import { LoadingNotice } from '../notices/LoadingNotice.tsx';
import { rangeErrors, type Range, type useRange } from './range.ts';

// The fields are loaded after the page, because they are larger than the rest of it.
const RangeFields = lazyComponent('RangeFields', async () => ({
  default: (await import('./RangeFields.tsx')).RangeFields,
}));
const FilterSheet = lazyComponent('FilterSheet', () => import('./FilterSheet.tsx'));

/** A named range: its days as numbers of days from today, or the month before this one. */
type Preset = { label: string; from: number; till: number } | typeof lastMonth;

/** The month before this one, for figures and evidence that are due monthly. Its button has the month's name. */
export const lastMonth = { label: 'Voriger Monat', isLastMonth: true } as const;

interface Props extends ReturnType<typeof useRange> {
  /** Buttons for the most useful ranges. */
  presets?: readonly Preset[];
  /** Further fields in the same row. */
  children?: ReactNode;
  /** Filters and exports that a phone has in its sheet, and wider screens elsewhere on the page. */
  moreInSheet?: ReactNode;
}

const defaultPresets = [
  { label: 'Heute', from: 0, till: 0 },
  { label: 'Letzte 7 Tage', from: -7, till: -1 },
  { label: 'Nächste 7 Tage', from: 0, till: 6 },
];

/**
 * The filters of a list in a row: the fields for the first and the last day, buttons for the most useful ranges, and
 * further filters. A date takes effect when its field is left, Enter is pressed or a day is picked. On a phone, one
 * button that names the range opens all of this in a sheet, so that the list begins near the top; beside it stay the two
 * buttons for the range before and after, and 'Heute' while today is not in the range.
 */
export function RangeFilter(props: Props) {
  const { range, isValid, setRange, visitKey, presets = defaultPresets, children, moreInSheet } = props;
  // What was typed on another visit of the page is ignored: the fields then start with the range in the URL.
  const [typed, setTyped] = useState({ visitKey, range });
  const typedRange = typed.visitKey === visitKey ? typed.range : range;
  const setTypedRange = (next: Range) => setTyped({ visitKey, range: next });
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const filterButton = useRef<HTMLButtonElement>(null);
  const isPhone = !useMinWidth(600);
  const today = useNow().date;
  const { from: startError, till: endError } = rangeErrors(typedRange, true);
  const applyRange = (next: Range) => {
    setTypedRange(next);
    setRange(isDate(next.from) && isDate(next.till) ? next : null);
  };
  const todayPreset = presets.find((preset) => 'from' in preset && preset.from === 0 && preset.till === 0);
  const isAwayFromToday = isValid && (today < range.from || today > range.till);
  const stepButton = (step: -1 | 1) => {
    const neighbour = isValid ? neighbourRange(range, step) : null;
    const name = step === 1 ? 'Zeitraum danach' : 'Zeitraum davor';
    return (
      <IconButton
        aria-label={neighbour ? `${name}: ${germanPeriod(neighbour.from, neighbour.till)}` : name}
        disabled={!neighbour}
        // Narrow beside the other filters, so that these fit in one line.
        sx={isPhone ? undefined : { minWidth: 32, minHeight: 40, p: 1 }}
        onClick={() => neighbour && applyRange(neighbour)}
      >
        {step === 1 ? <NextIcon /> : <PreviousIcon />}
      </IconButton>
    );
  };
  const controls = (
    <>
      <Box sx={rangeGrid}>
        <Suspense fallback={<Box sx={{ height: 40 }} />}>
          <RangeFields
            key={visitKey}
            labels={labels}
            value={typedRange}
            required
            onChange={setTypedRange}
            onCommit={applyRange}
          />
        </Suspense>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 0, sm: 1 } }}>
        {!isPhone && (
          <Box sx={{ display: 'flex' }}>
            {stepButton(-1)}
            {stepButton(1)}
          </Box>
        )}
        {presets.map((preset) => (
          <Button
            key={preset.label}
            aria-label={presetLabel(preset, today)}
            onClick={() => applyRange(presetRange(preset, today))}
          >
            {/* On wide screens all filters share one line. */}
            {'isLastMonth' in preset && !isPhone ? lastMonthName(today) : presetLabel(preset, today)}
          </Button>
        ))}
      </Box>
      {children}
    </>
  );
  return (
    <Box component="section" aria-label="Filter" className="no-print" sx={isPhone ? { mb: 2 } : filterLine}>
      {isPhone ? (
        // At enlarged text the buttons beside it move below.
        <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
          <Button
            ref={filterButton}
            variant="outlined"
            startIcon={<FilterIcon />}
            aria-haspopup="dialog"
            onClick={() => setIsSheetOpen(true)}
            sx={{
              flex: '1 1 min-content',
              maxWidth: 'max-content',
              // Beside three buttons there is room for two days in one line.
              ...(isAwayFromToday && { px: 2, fontSize: '0.875rem' }),
            }}
          >
            Filter: {isValid ? describeRange(range, presets, today) : 'Zeitraum prüfen'}
          </Button>
          <Box sx={{ display: 'flex', ml: 'auto' }}>
            {todayPreset && isAwayFromToday && (
              <IconButton
                aria-label={todayPreset.label}
                title={todayPreset.label}
                onClick={() => {
                  applyRange(presetRange(todayPreset, today));
                  // This button disappears.
                  filterButton.current?.focus();
                }}
              >
                <TodayIcon />
              </IconButton>
            )}
            {stepButton(-1)}
            {stepButton(1)}
          </Box>
        </Box>
      ) : (
        controls
      )}
      {/* The fields with their errors are in the closed sheet, and there is no list. */}
      {isPhone && !isValid && !isSheetOpen && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main', mt: 2 }}>
          {startError ?? endError}
        </Typography>
      )}
      {isPhone && isSheetOpen && (
        <Suspense fallback={<LoadingNotice />}>
          <FilterSheet onClose={() => setIsSheetOpen(false)}>
            <Box sx={{ ...filterLine, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 4 }}>
              {controls}
              {moreInSheet}
            </Box>
          </FilterSheet>
        </Suspense>
      )}
    </Box>
  );
}

function presetRange(preset: Preset, today: string): Range {
  if ('isLastMonth' in preset) return lastMonthOf(today);
  const { from, till } = preset;
  return { from: addDays(today, from), till: addDays(today, till) };
}

/** Returns the label of a preset: 'Letzte 30 Tage', 'Voriger Monat (Oktober)'. */
function presetLabel(preset: Preset, today: string): string {
  return 'isLastMonth' in preset ? `${preset.label} (${lastMonthName(today)})` : preset.label;
}

/** Returns the name of the month before the one of a day: 'Oktober'. */
const lastMonthName = (today: string) =>
  new Date(lastMonthOf(today).from).toLocaleDateString('de-DE', { month: 'long', timeZone: 'UTC' });

/** Names a valid range: by the preset that it is, or by its days. */
function describeRange(range: Range, presets: readonly Preset[], today: string): string {
  const { from, till } = range;
  const matching = presets.find((preset) => {
    const days = presetRange(preset, today);
    return days.from === from && days.till === till;
  });
  if (matching) return presetLabel(matching, today);
  if (from === till) return germanDate(from);
  // Without the year where it is that of today, so that a phone has room for it beside the buttons.
  const isThisYear = [from, till].every((date) => date.slice(0, 4) === today.slice(0, 4));
  const [first, last] = [from, till].map((date) => (isThisYear ? germanDate(date).slice(0, -4) : germanDate(date)));
  return `${first} – ${last}`;
}

/**
 * Places filters side by side in a compact row, which wraps if they do not fit. Fields have the width of their wrapper.
 */
export const filterLine = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 3,
  alignItems: 'flex-start',
  mb: 2,
  '& .MuiButton-root': { minHeight: 40, px: 2 },
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
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(2, 160px)' },
  gap: 3,
  width: { xs: '100%', sm: 'auto' },
} as const;
