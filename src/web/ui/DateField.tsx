import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DesktopDatePicker } from '@mui/x-date-pickers/DesktopDatePicker';
import { deDE, type PickersLocaleText } from '@mui/x-date-pickers/locales';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { de } from 'date-fns/locale/de';
import { useState, type Ref } from 'react';

interface Props {
  label: string;
  /** A wall-clock date `yyyy-mm-dd`, '' for none. Never an instant: no time zone can shift it. */
  value: string;
  onChange: (date: string) => void;
  onBlur?: () => void;
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

const german = deDE.components.MuiLocalizationProvider.defaultProps.localeText as Partial<PickersLocaleText>;

// As the other fields of the theme look.
const outline = {
  '& .MuiPickersOutlinedInput-root': { borderRadius: '12px' },
  '& .MuiPickersOutlinedInput-root:not(.Mui-error, .Mui-focused) .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: 'text.disabled',
  },
} as const;

/** A date typed or picked as dd.mm.yyyy. */
export function DateField({ label, value, onChange, onBlur, error, helperText, min, max, inputRef, ...rest }: Props) {
  // Half-typed dates belong to the picker alone; outside stands a whole date or ''.
  const [typed, setTyped] = useState<Date | null>(localDay(value));
  const shown = wallClockDate(typed) === value ? typed : localDay(value);
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={german}>
      <DesktopDatePicker
        label={label}
        value={shown}
        disabled={rest.disabled ?? false}
        {...(min ? { minDate: localDay(min) as Date } : {})}
        {...(max ? { maxDate: localDay(max) as Date } : {})}
        onChange={(date) => {
          setTyped(date);
          onChange(wallClockDate(date));
        }}
        {...(inputRef ? { inputRef } : {})}
        sx={outline}
        slotProps={{
          textField: {
            fullWidth: true,
            required: rest.required ?? false,
            error: Boolean(error),
            helperText: error ?? helperText,
            ...(onBlur ? { onBlur } : {}),
          },
        }}
      />
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
