import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { longest } from '../../shared/lengths.ts';
import { phoneDigits } from '../rules.ts';
import { labels } from './registration.ts';

interface Props {
  value: string;
  onChange: (phone: string) => void;
  onBlur: () => void;
  error: string | undefined;
  /** 'off' where it is somebody else's. */
  autoComplete: 'tel-national' | 'off';
  ref: Ref<HTMLInputElement>;
}

/** Takes digits and, in front, the + of a country; what stands there on leaving it is what will be sent. */
export function PhoneField({ value, onChange, onBlur, error, autoComplete, ref }: Props) {
  return (
    <TextField
      inputRef={ref}
      label={labels.phoneNumber}
      type="tel"
      autoComplete={autoComplete}
      required
      fullWidth
      value={value}
      onChange={({ target }) => onChange(target.value.trimStart().replace(/(?!^\+)\D/g, ''))}
      onBlur={() => {
        onChange(phoneDigits(value));
        onBlur();
      }}
      error={Boolean(error)}
      helperText={error}
      slotProps={{ htmlInput: { inputMode: 'tel', maxLength: longest.phone } }}
    />
  );
}
