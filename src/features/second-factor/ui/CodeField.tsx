import TextField from '@mui/material/TextField';
import { maxLengths } from '../../../shared/lengths.ts';

interface Props {
  code: string;
  onCode: (code: string) => void;
  /** Whether the field is for a recovery code instead of a code from the app. */
  recovery?: boolean;
  autoFocus?: boolean;
}

/** A field for a code: the app's six digits or, if the app is lost, a recovery code. */
export function CodeField({ code, onCode, recovery = false, autoFocus = false }: Props) {
  return (
    <TextField
      label={recovery ? 'Wiederherstellungscode' : 'Code aus der App'}
      helperText={recovery ? '24 Zeichen, mit oder ohne Striche.' : 'Sechs Ziffern, alle 30 Sekunden neue.'}
      name={recovery ? 'recoveryCode' : 'code'}
      autoComplete={recovery ? 'off' : 'one-time-code'}
      required
      fullWidth
      autoFocus={autoFocus}
      value={code}
      onChange={(event) => onCode(event.target.value)}
      slotProps={{
        htmlInput: { inputMode: recovery ? 'text' : 'numeric', maxLength: maxLengths.code, spellCheck: false },
      }}
    />
  );
}
