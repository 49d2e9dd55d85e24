import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { maxLengths } from '../../../shared/lengths.ts';
import { phoneDigits } from '../rules.ts';
import { labels } from './registration.ts';

interface Props {
  value: string;
  onChange: (phone: string) => void;
  onBlur: () => void;
  error: string | undefined;
  /** The text shown while there is no error. */
  help?: string | undefined;
  /** 'off' if the number is another person's. */
  autoComplete: 'tel-national' | 'off';
  ref: Ref<HTMLInputElement>;
}

/**
 * A field for a phone number that accepts digits and a leading + for a country code; on blur it shows the number as it
 * will be sent.
 */
export function PhoneField({ value, onChange, onBlur, error, help, autoComplete, ref }: Props) {
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
        onChange(phoneDigits(value) || value);
        onBlur();
      }}
      error={Boolean(error)}
      helperText={error ?? help}
      slotProps={{ htmlInput: { inputMode: 'tel', maxLength: maxLengths.phone } }}
    />
  );
}
