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
import { lazyComponent } from '../../lazyComponent.ts';
import { useAfterPress } from '../../mousePress.ts';
import { incompleteDate } from './incompleteDate.ts';
import { OpeningNotice } from '../notices/OpeningNotice.tsx';

const CalendarPopover = lazyComponent('CalendarPopover', () => import('./CalendarPopover.tsx'));

interface Props {
  label: string;
  /** A wall-clock date `yyyy-mm-dd`, '' for none. Not an instant, so no time zone can shift it. */
  value: string;
  /** Called on every key press that completes the date or makes it incomplete. */
  onChange: (date: string) => void;
  onBlur?: () => void;
  /**
   * Called when the field is left, Enter is pressed or a day is picked; with `incompleteDate` for an incomplete date.
   */
  onCommit?: (date: string) => void;
  /** The error displayed at this field. */
  error?: string | undefined;
  helperText?: string;
  required?: boolean;
  disabled?: boolean;
  /** Earliest and latest day, `yyyy-mm-dd`. */
  min?: string;
  max?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** The pickers' texts for screen readers, in German. */
export const germanPickerTexts = deDE.components.MuiLocalizationProvider.defaultProps
  .localeText as Partial<PickersLocaleText>;

/** Makes the pickers' fields look like the theme's other fields. */
export const pickerOutline = {
  '& .MuiPickersOutlinedInput-root': { borderRadius: '12px', backgroundColor: 'background.paper' },
  '& .MuiPickersOutlinedInput-root:not(.Mui-error, .Mui-focused) .MuiPickersOutlinedInput-notchedOutline': {
    borderColor: 'text.disabled',
  },
} as const;

/** A date to type as dd.mm.yyyy or to pick from a calendar. */
export function DateField({
  label,
  value,
  onChange,
  onBlur,
  onCommit,
  error,
  helperText,
  min,
  max,
  inputRef,
  disabled = false,
  required = false,
}: Props) {
  // Incomplete dates stay inside the picker; `value` is a complete date or ''.
  const [typedDate, setTypedDate] = useState<Date | null>(toLocalDate(value));
  // If the typed text is not a date, say so instead of asking for one (reference 3.1).
  const isNoDate = error && value !== incompleteDate && typedDate && !toWallClockDate(typedDate);
  const message = useAfterPress(isNoDate ? 'Bitte gib ein Datum ein' : error);
  const displayed =
    toWallClockDate(typedDate) === (value === incompleteDate ? '' : value) ? typedDate : toLocalDate(value);
  const [field, setField] = useState<HTMLDivElement | null>(null);
  const [calendar, setCalendar] = useState(false);
  const limits = {
    ...(min ? { minDate: toLocalDate(min) as Date } : {}),
    ...(max ? { maxDate: toLocalDate(max) as Date } : {}),
  };
  const changeDate = (date: Date | null) => {
    setTypedDate(date);
    onChange(toWallClockDate(date));
  };
  const commit = () => {
    // The picker keeps incomplete input to itself; its hidden input element shows that there is some.
    const isIncomplete = !toWallClockDate(displayed) && Boolean(field?.querySelector('input')?.value);
    onCommit?.(isIncomplete ? incompleteDate : toWallClockDate(displayed));
  };
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={germanPickerTexts}>
      <Box
        // Moving the focus to the calendar button also ends the typing.
        onBlur={({ currentTarget, relatedTarget: next }) => {
          if (!currentTarget.contains(next) || next instanceof HTMLButtonElement) commit();
        }}
        // Runs before the picker submits the surrounding form, which needs the final date.
        onKeyDownCapture={({ key, target }) => {
          if (key === 'Enter' && !(target instanceof HTMLButtonElement)) flushSync(commit);
        }}
      >
        <TypedDate
          ref={setField}
          label={label}
          value={displayed}
          onChange={changeDate}
          disabled={disabled}
          required={required}
          fullWidth
          error={Boolean(message)}
          helperText={message ?? helperText}
          {...(onBlur ? { onBlur } : {})}
          {...(inputRef ? { inputRef } : {})}
          {...limits}
          sx={pickerOutline}
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
        <Suspense fallback={<OpeningNotice />}>
          <CalendarPopover
            anchor={field}
            label={label}
            value={displayed}
            onPick={(date) => {
              changeDate(date);
              onCommit?.(toWallClockDate(date));
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

/** The calendar day as a `Date` for the pickers, at the browser's local midnight; null for ''. */
export function toLocalDate(date: string): Date | null {
  const [year, month, day] = date.split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day) : null;
}

/** The calendar day as the picker shows it; '' unless it is a complete date between 1900 and 2199. */
export function toWallClockDate(date: Date | null): string {
  const year = date?.getFullYear() ?? Number.NaN;
  if (!date || !(year >= 1900 && year <= 2199)) return '';
  return `${year}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
