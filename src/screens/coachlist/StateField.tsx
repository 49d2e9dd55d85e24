import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { federalStateCodes, federalStates, type FederalState } from '../../shared/states.ts';

interface Props {
  /** The chosen federal state; null for the provider's state. */
  value: FederalState | null;
  onChange: (state: FederalState | null) => void;
  onBlur: () => void;
  name: string;
  ref: Ref<HTMLInputElement>;
  /** The provider's federal state; null for none. */
  providerState: FederalState | null;
}

/** The field for the federal state whose holidays apply to a coach. The first option is the provider's state. */
export function StateField({ value, onChange, ref, providerState, ...field }: Props) {
  const providerStateName = providerState ? federalStates[providerState] : 'keine Feiertage';
  return (
    <TextField
      {...field}
      select
      label="Land (Feiertage)"
      value={value ?? ''}
      inputRef={ref}
      onChange={({ target }) => onChange(federalStateCodes.find((code) => code === target.value) ?? null)}
      helperText="An diesen Feiertagen legt eine Serie keine Termine an."
      fullWidth
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">Wie beim Anbieter ({providerStateName})</option>
      {federalStateCodes.map((code) => (
        <option key={code} value={code}>
          {federalStates[code]}
        </option>
      ))}
    </TextField>
  );
}
