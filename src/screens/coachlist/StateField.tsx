import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { stateCodes, states, type State } from '../../shared/states.ts';

interface Props {
  /** Null for the provider's federal state. */
  value: State | null;
  onChange: (state: State | null) => void;
  onBlur: () => void;
  name: string;
  ref: Ref<HTMLInputElement>;
  /** The provider's federal state; null for none. */
  providerState: State | null;
}

/** The field for the federal state whose holidays apply to a coach. The first option is the provider's state. */
export function StateField({ value, onChange, ref, providerState, ...field }: Props) {
  const provider = providerState ? states[providerState] : 'keine Feiertage';
  return (
    <TextField
      {...field}
      select
      label="Land (Feiertage)"
      value={value ?? ''}
      inputRef={ref}
      onChange={({ target }) => onChange(stateCodes.find((code) => code === target.value) ?? null)}
      helperText="An diesen Feiertagen legt eine Serie keine Termine an."
      fullWidth
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">Wie beim Anbieter ({provider})</option>
      {stateCodes.map((code) => (
        <option key={code} value={code}>
          {states[code]}
        </option>
      ))}
    </TextField>
  );
}
