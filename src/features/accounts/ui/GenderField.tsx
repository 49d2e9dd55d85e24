import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId, type Ref } from 'react';
import { genders } from '../registration/contract.ts';
import { labels, type Registration } from './registration.ts';

interface Props {
  value: Registration['gender'];
  onChange: (gender: Registration['gender']) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** Radio buttons for the salutation: Herr, Frau, Divers. */
export function GenderField({ value, onChange, onBlur, error, ref }: Props) {
  const labelId = useId();
  const errorId = useId();
  return (
    <FormControl error={Boolean(error)} required sx={{ gridColumn: '1 / -1' }}>
      <FormLabel id={labelId}>{labels.gender}</FormLabel>
      <RadioGroup
        row
        name="gender"
        aria-labelledby={labelId}
        aria-describedby={error ? errorId : undefined}
        value={value?.id ?? ''}
        onChange={(_, id) => onChange(genders.find((gender) => gender.id === id) ?? null)}
        // Called only when the focus leaves the whole group, not when it moves from one option to another.
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      >
        {genders.map(({ id, label }, index) => (
          <FormControlLabel
            key={id}
            value={id}
            label={label}
            control={<Radio {...(index === 0 ? { slotProps: { input: { ref } } } : {})} />}
          />
        ))}
      </RadioGroup>
      {error && <FormHelperText id={errorId}>{error}</FormHelperText>}
    </FormControl>
  );
}
