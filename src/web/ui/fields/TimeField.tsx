import Box from '@mui/material/Box';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { TimeField as MuiTimeField } from '@mui/x-date-pickers/TimeField';
import { de } from 'date-fns/locale/de';
import { useState, type Ref } from 'react';
import { germanPickerTexts, pickerOutline } from './DateField.tsx';
import { beginAtFirstSection } from './firstSection.ts';
import { useEffectsBeforeKeys } from './useEffectsBeforeKeys.ts';

interface Props {
  label: string;
  /** A time of day `HH:mm`, or '' for none. */
  value: string;
  onChange: (time: string) => void;
  onBlur?: () => void;
  /** The error displayed at this field. */
  error?: string | undefined;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** A field for a time of day, typed as HH:mm on a 24-hour clock in every language of the browser. */
export function TimeField({ label, value, onChange, onBlur, error, inputRef, required = false }: Props) {
  // Incomplete times stay inside the picker; `value` is a complete time or ''.
  const [typedTime, setTypedTime] = useState<Date | null>(toDate(value));
  const runEffects = useEffectsBeforeKeys();
  const displayedTime = timeOf(typedTime) === value ? typedTime : toDate(value);
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={germanPickerTexts}>
      <Box onClick={beginAtFirstSection} onKeyDownCapture={runEffects}>
        <MuiTimeField
          label={label}
          value={displayedTime}
          onChange={(time) => {
            setTypedTime(time);
            onChange(timeOf(time));
          }}
          ampm={false}
          format="HH:mm"
          required={required}
          fullWidth
          error={Boolean(error)}
          helperText={error}
          {...(onBlur ? { onBlur } : {})}
          {...(inputRef ? { inputRef } : {})}
          sx={pickerOutline}
        />
      </Box>
    </LocalizationProvider>
  );
}

/** Returns a time as a `Date` on a day without a clock change in any time zone, so that every time of day exists. */
function toDate(time: string): Date | null {
  const [hour, minute] = time.split(':').map(Number);
  return hour === undefined || minute === undefined ? null : new Date(2000, 0, 15, hour, minute);
}

function timeOf(date: Date | null): string {
  if (!date || Number.isNaN(date.getTime())) return '';
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}
