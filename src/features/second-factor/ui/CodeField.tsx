import TextField from '@mui/material/TextField';
import { maxLengths } from '../../../shared/lengths.ts';

interface Props {
  code: string;
  onCode: (code: string) => void;
  /** Whether the field is for a recovery code instead of a code from the app. */
  isRecoveryCode?: boolean;
  autoFocus?: boolean;
}

/** A field for a code: six digits from the app, or a recovery code. */
export function CodeField({ code, onCode, isRecoveryCode = false, autoFocus = false }: Props) {
  return (
    <TextField
      label={isRecoveryCode ? 'Wiederherstellungscode' : 'Code aus der App'}
      helperText={isRecoveryCode ? '24 Zeichen, mit oder ohne Striche.' : 'Sechs Ziffern, alle 30 Sekunden neue.'}
      name={isRecoveryCode ? 'recoveryCode' : 'code'}
      autoComplete={isRecoveryCode ? 'off' : 'one-time-code'}
      required
      fullWidth
      autoFocus={autoFocus}
      value={code}
      onChange={(event) => onCode(event.target.value)}
      slotProps={{
        htmlInput: { inputMode: isRecoveryCode ? 'text' : 'numeric', maxLength: maxLengths.code, spellCheck: false },
      }}
    />
  );
}
