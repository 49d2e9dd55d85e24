import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DateField as MuiDateField } from '@mui/x-date-pickers/DateField';
import { deDE, type PickersLocaleText } from '@mui/x-date-pickers/locales';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { de } from 'date-fns/locale/de';
import { Suspense, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { lazyComponent } from '../../lazyComponent.ts';
import { useAfterPress } from '../../mousePress.ts';
import { beginAtFirstSection } from './firstSection.ts';
import { incompleteDate } from './incompleteDate.ts';
import { useEffectsBeforeKeys } from './useEffectsBeforeKeys.ts';
import { LoadingNotice } from '../notices/LoadingNotice.tsx';

const CalendarPopover = lazyComponent('CalendarPopover', () => import('./CalendarPopover.tsx'));

interface Props {
  label: string;
  /** A calendar date `yyyy-mm-dd`, or '' for none. It is not an instant, so no time zone can shift it. */
  value: string;
  /** Called on every key press that completes the date or makes it incomplete. */
  onChange: (date: string) => void;
  onBlur?: () => void;
  /**
   * Called when the field is left, Enter is pressed or a day is picked. The argument is `incompleteDate` if the date is
   * incomplete.
   */
  onCommit?: (date: string) => void;
  /** The error displayed at this field. */
  error?: string | undefined;
  helperText?: string;
  required?: boolean;
  disabled?: boolean;
  /** The earliest and the latest day, `yyyy-mm-dd`. */
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

/** A field for a date, which the user types as dd.mm.yyyy or picks from a calendar. */
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
  // If the typed text is not a date, the message names that error instead of requesting a date (reference 3.1).
  const isInvalidText = error && value !== incompleteDate && typedDate && !toWallClockDate(typedDate);
  const message = useAfterPress(isInvalidText ? 'Bitte gib ein Datum ein' : error);
  // What the user has typed is displayed until `value` is set to a different date.
  const completeValue = value === incompleteDate ? '' : value;
  const displayedDate = toWallClockDate(typedDate) === completeValue ? typedDate : toLocalDate(value);
  const [field, setField] = useState<HTMLDivElement | null>(null);
  const [calendarOpen, setCalendarOpen] = useState(false);
  const runEffects = useEffectsBeforeKeys();
  const limits = {
    ...(min ? { minDate: toLocalDate(min) as Date } : {}),
    ...(max ? { maxDate: toLocalDate(max) as Date } : {}),
  };
  const changeDate = (date: Date | null) => {
    setTypedDate(date);
    onChange(toWallClockDate(date));
  };
  const commit = () => {
    // The picker does not report incomplete input, but its hidden input element has a value if there is some.
    const isIncomplete = !toWallClockDate(displayedDate) && Boolean(field?.querySelector('input')?.value);
    onCommit?.(isIncomplete ? incompleteDate : toWallClockDate(displayedDate));
  };
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={de} localeText={germanPickerTexts}>
      <Box
        onClick={beginAtFirstSection}
        // Moving the focus to the calendar button also ends the typing.
        onBlur={({ currentTarget, relatedTarget: next }) => {
          if (!currentTarget.contains(next) || next instanceof HTMLButtonElement) commit();
        }}
        onKeyDownCapture={({ key, target }) => {
          runEffects();
          // Runs before the picker submits the surrounding form, which needs the final date.
          if (key === 'Enter' && !(target instanceof HTMLButtonElement)) flushSync(commit);
        }}
      >
        <MuiDateField
          ref={setField}
          label={label}
          value={displayedDate}
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
                        aria-expanded={calendarOpen}
                        disabled={disabled}
                        onClick={() => setCalendarOpen(true)}
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
      {calendarOpen && (
        <Suspense fallback={<LoadingNotice />}>
          <CalendarPopover
            anchor={field}
            label={label}
            value={displayedDate}
            onPick={(date) => {
              changeDate(date);
              onCommit?.(toWallClockDate(date));
              setCalendarOpen(false);
            }}
            onClose={() => setCalendarOpen(false)}
            {...limits}
          />
        </Suspense>
      )}
    </LocalizationProvider>
  );
}

/** Returns a calendar day as a `Date` for the pickers, at the browser's local midnight, or null for ''. */
export function toLocalDate(date: string): Date | null {
  const [year, month, day] = date.split('-').map(Number);
  return year && month && day ? new Date(year, month - 1, day) : null;
}

/** Returns the calendar day that the picker shows, or '' unless it is a complete date between 1900 and 2199. */
export function toWallClockDate(date: Date | null): string {
  const year = date?.getFullYear() ?? Number.NaN;
  if (!date || !(year >= 1900 && year <= 2199)) return '';
  return `${year}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}
