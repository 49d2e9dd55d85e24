import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useId } from 'react';
import { coachingTypes } from '../../shared/coaching.ts';
import type { NewAppointment } from './newAppointment.ts';

interface Props {
  value: NewAppointment['type'];
  onChange: (type: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: (input: HTMLInputElement | null) => void;
}

/** Radio buttons for the type of an appointment. */
export function TypeField({ value, onChange, onBlur, error, ref }: Props) {
  const id = useId();
  return (
    <FormControl error={Boolean(error)} required sx={{ gridColumn: '1 / -1' }}>
      <FormLabel id={id}>Typ</FormLabel>
      <RadioGroup
        row
        name="type"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        value={value}
        onChange={(_, type) => onChange(type)}
        // Called only when the focus leaves the group, not when it moves between the options.
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
      >
        {coachingTypes.map((type, index) => (
          <FormControlLabel
            key={type}
            value={type}
            label={type}
            control={<Radio {...(index === 0 ? { slotProps: { input: { ref } } } : {})} />}
          />
        ))}
      </RadioGroup>
      {error && <FormHelperText id={`${id}-error`}>{error}</FormHelperText>}
    </FormControl>
  );
}
