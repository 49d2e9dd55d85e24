import Popover from '@mui/material/Popover';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { useBackCloses } from '../../address/useBackCloses.ts';

interface Props {
  anchor: HTMLElement | null;
  label: string;
  value: Date | null;
  onPick: (date: Date) => void;
  onClose: () => void;
  minDate?: Date;
  maxDate?: Date;
}

/** The calendar from which the user picks a day. It is loaded when it is first opened. */
export default function CalendarPopover({ anchor, label, value, onPick, onClose, ...limits }: Props) {
  useBackCloses(true, onClose);
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': label, sx: { borderRadius: '16px' } } }}
    >
      <DateCalendar
        autoFocus
        value={value}
        // MUI fixes the height at exactly six weeks, but larger text and the focus outline of the last week need more.
        sx={{ height: 'auto', maxHeight: 'none', '& .MuiDayCalendar-monthContainer': { pb: 1.5 }, ...touchDays }}
        // Choosing a year or a month shows its days. Only choosing a day closes the popover.
        onChange={(date, state) => state === 'finish' && date && onPick(date)}
        {...limits}
      />
    </Popover>
  );
}

/** On a touch screen each day is 44 px wide and high, which fits into the width of MUI's calendar. */
const touchDays = {
  '@media (pointer: coarse)': {
    '& .MuiPickerDay-root': { '--PickerDay-size': '44px', '--PickerDay-horizontalMargin': '0px' },
    '& .MuiDayCalendar-weekDayLabel': { width: 44, mx: 0 },
    // Six weeks with the margins between them.
    '& .MuiDayCalendar-slideTransition': { minHeight: 288 },
  },
} as const;
