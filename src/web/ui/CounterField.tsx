import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { visuallyHidden } from './visuallyHidden.ts';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Most characters; the field takes no more. */
  max: number;
  helperText?: string;
  minRows?: number;
}

/** From so many free characters on, the rest is told to screen readers, in steps of ten. */
const near = 50;

/** A text of several lines with a counter. */
export function CounterField({ label, value, onChange, max, helperText, minRows = 3 }: Props) {
  const free = max - value.length;
  const told = free > near ? '' : free <= 0 ? 'Mehr Zeichen sind nicht möglich.' : `Noch ${roundUp(free)} Zeichen.`;
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
          <span>
            {value.length} / {max}
            <Box component="span" aria-live="polite" sx={visuallyHidden}>
              {told}
            </Box>
          </span>
        </Box>
      }
      slotProps={{ htmlInput: { maxLength: max } }}
    />
  );
}

const roundUp = (free: number) => Math.ceil(free / 10) * 10;
