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

/** The number of remaining characters from which screen readers announce them, in steps of ten. */
const announcedFrom = 50;

/** A multi-line text field with a character counter. */
export function CounterField({ label, value, onChange, max, helperText, minRows = 3 }: Props) {
  const remaining = max - value.length;
  const announcement =
    remaining > announcedFrom
      ? ''
      : remaining <= 0
        ? 'Mehr Zeichen sind nicht möglich.'
        : `Noch ${roundUpToTen(remaining)} Zeichen.`;
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
              {announcement}
            </Box>
          </Box>
        </Box>
      }
      slotProps={{ htmlInput: { maxLength: max } }}
    />
  );
}

const roundUpToTen = (count: number) => Math.ceil(count / 10) * 10;
