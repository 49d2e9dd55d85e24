import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { visuallyHidden } from '../layout/visuallyHidden.ts';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** The maximum number of characters that the field accepts. */
  max: number;
  helperText?: string;
  minRows?: number;
}

/** When at most this many characters remain, screen readers announce their number in steps of ten. */
const announcementThreshold = 50;

/** A multi-line text field with a character counter. */
export function CounterField({ label, value, onChange, max, helperText, minRows = 3 }: Props) {
  const remaining = max - value.length;
  return (
    <TextField
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      multiline
      fullWidth
      minRows={minRows}
      maxRows={10}
      helperText={
        <Box component="span" sx={{ display: 'flex', gap: 4, justifyContent: 'space-between' }}>
          <span>{helperText}</span>
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {value.length} / {max}
            <Box component="span" aria-live="polite" sx={visuallyHidden}>
              {announcementFor(remaining)}
            </Box>
          </Box>
        </Box>
      }
      slotProps={{ htmlInput: { maxLength: max } }}
    />
  );
}

function announcementFor(remaining: number): string {
  if (remaining > announcementThreshold) return '';
  return remaining <= 0 ? 'Mehr Zeichen sind nicht möglich.' : `Noch ${roundUpToTen(remaining)} Zeichen.`;
}

const roundUpToTen = (count: number) => Math.ceil(count / 10) * 10;
