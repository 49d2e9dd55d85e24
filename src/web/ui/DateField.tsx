import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateField as TypedDate } from '@mui/x-date-pickers/DateField';
import { deDE, type PickersLocaleText } from '@mui/x-date-pickers/locales';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { de } from 'date-fns/locale/de';
import { Suspense, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { lazyPart } from '../chunk.ts';
import { halfDate } from './halfDate.ts';
import { Opening } from './Opening.tsx';

const CalendarPopover = lazyPart('CalendarPopover', () => import('./CalendarPopover.tsx'));

interface Props {
  label: string;
  /** A wall-clock date `yyyy-mm-dd`, '' for none. Never an instant: no time zone can shift it. */
  value: string;
  /** Called with every key that makes a date of what stands there, or takes it away. */
  onChange: (date: string) => void;
  onBlur?: () => void;
  /** Called when the date is meant: the field is left, Enter pressed, a day picked; with `halfDate` where it is none. */
  onSettled?: (date: string) => void;
  /** The mistake at this field. */
  error?: string | undefined;
  helperText?: string;
  required?: boolean;
  disabled?: boolean;
  /** Earliest and latest day, `yyyy-mm-dd`. */
  min?: string;
  max?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** What the pickers' fields say to screen readers, in German. */
export const german = deDE.components.MuiLocalizationProvider.defaultProps.localeText as Partial<PickersLocaleText>;

/** As the other fields of the theme look. */
export const outline = {
  '& .MuiPickersOutlinedInput-root': { borderRadius: '12px', backgroundColor: 'background.paper' },
  '& .MuiPickersOutlinedInput-root:not(.Mui-error, .Mui-focused) .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: 'text.disabled',
  },
} as const;

/** A date typed or picked as dd.mm.yyyy. */
export function DateField({
  label,
  value,
  onChange,
  onBlur,
  onSettled,
  error,
  helperText,
  min,
  max,
  inputRef,
  disabled = false,
  required = false,
}: Props) {
  // Half-typed dates belong to the picker alone; outside stands a whole date or ''.
  const [typed, setTyped] = useState<Date | null>(localDay(value));
  // What stands there is no date: that is said instead of asking for one (spec §5).
  const mistake = error && value !== halfDate && typed && !wallClockDate(typed) ? 'Bitte gib ein Datum ein' : error;
  const shown = wallClockDate(typed) === (value === halfDate ? '' : value) ? typed : localDay(value);
  const [field, setField] = useState<HTMLDivElement | null>(null);
  const [calendar, setCalendar] = useState(false);
  const limits = {
    ...(min ? { minDate: localDay(min) as Date } : {}),
    ...(max ? { maxDate: localDay(max) as Date } : {}),
  };
  const take = (date: Date | null) => {
    setTyped(date);
    onChange(wallClockDate(date));
  };
  const settle = () => {
    // The picker keeps what it could not read yet to itself, and in the input that it hides.
    const isHalf = !wallClockDate(shown) && Boolean(field?.querySelector('input')?.value);
    onSettled?.(isHalf ? halfDate : wallClockDate(shown));
  };
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={german}>
      <Box
        // Whoever goes on to the calendar's button has typed.
        onBlur={({ currentTarget, relatedTarget: next }) => {
          if (!currentTarget.contains(next) || next instanceof HTMLButtonElement) settle();
        }}
        // Before the picker submits the form around it, which has to know.
        onKeyDownCapture={({ key, target }) => {
          if (key === 'Enter' && !(target instanceof HTMLButtonElement)) flushSync(settle);
        }}
      >
        <TypedDate
          ref={setField}
          label={label}
          value={shown}
          onChange={take}
          disabled={disabled}
          required={required}
          fullWidth
          error={Boolean(mistake)}
          helperText={mistake ?? helperText}
          {...(onBlur ? { onBlur } : {})}
          {...(inputRef ? { inputRef } : {})}
          {...limits}
          sx={outline}
          slotProps={{
            textField: {
              slotProps: {
                input: {
                  endAdornment: (
                    <InputAdornment position="end">
                      <IconButton
                        edge="end"
                        aria-label={`${label}: Kalender öffnen`}
                        aria-haspopup="dialog"
                        aria-expanded={calendar}
                        disabled={disabled}
                        onClick={() => setCalendar(true)}
                      >
                        <CalendarIcon />
                      </IconButton>
                    </InputAdornment>
                  ),
                },
              },
            },
          }}
        />
      </Box>
      {calendar && (
        <Suspense fallback={<Opening />}>
          <CalendarPopover
            anchor={field}
            label={label}
            value={shown}
            onPick={(date) => {
              take(date);
              onSettled?.(wallClockDate(date));
              setCalendar(false);
            }}
            onClose={() => setCalendar(false)}
            {...limits}
          />
        </Suspense>
      )}
    </LocalizationProvider>
  );
}

function localDay(date: string): Date | null {
  const [year, month, day] = date.split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day) : null;
}

/** The calendar day as the picker shows it; '' while it is not a whole date between 1900 and 2199. */
function wallClockDate(date: Date | null): string {
  const year = date?.getFullYear() ?? Number.NaN;
  if (!date || !(year >= 1900 && year <= 2199)) return '';
  return `${year}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
