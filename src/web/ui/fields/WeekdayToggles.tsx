import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, type ReactNode, type Ref } from 'react';
import { weekdayNames } from '../../../shared/berlin.ts';

interface Props {
  /** The chosen weekdays in ascending order, from 1 (Monday) to 7 (Sunday). */
  value: readonly number[];
  onChange: (weekdays: number[]) => void;
  /** The error shown below the buttons. */
  error?: string | undefined;
  /** The ref of the first button. */
  ref?: Ref<HTMLButtonElement>;
}

/** Seven toggle buttons, one for each weekday. */
export function WeekdayToggles({ value, onChange, error, ref }: Props) {
  const withToggled = (day: number) =>
    value.includes(day) ? value.filter((other) => other !== day) : [...value, day].sort((a, b) => a - b);
  return (
    <ToggleGroup legend="Wochentage" error={error}>
      {weekdayNames.map((name, index) => (
        <Toggle
          key={name}
          label={name.slice(0, 2)}
          name={name}
          isPressed={value.includes(index + 1)}
          onToggle={() => onChange(withToggled(index + 1))}
          {...(index === 0 && ref ? { ref } : {})}
        />
      ))}
    </ToggleGroup>
  );
}

interface ToggleGroupProps {
  legend: string;
  /** The error shown below the buttons. */
  error?: string | undefined;
  children: ReactNode;
}

/** A group of toggle buttons below its name. */
export function ToggleGroup({ legend, error, children }: ToggleGroupProps) {
  const id = useId();
  return (
    <Box component="fieldset" aria-describedby={error ? id : undefined} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ p: 0, mb: 2, fontWeight: 700 }}>
        {legend}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>{children}</Box>
      {error && (
        <FormHelperText id={id} error>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}

interface ToggleProps {
  label: string;
  /** The accessible name, if the label is an abbreviation. */
  name?: string;
  isPressed: boolean;
  onToggle: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A toggle button. */
export function Toggle({ label, name, isPressed, onToggle, ref }: ToggleProps) {
  return (
    <Chip
      component="button"
      type="button"
      {...(ref ? { ref } : {})}
      clickable
      label={label}
      {...(name ? { 'aria-label': name } : {})}
      aria-pressed={isPressed}
      variant={isPressed ? 'filled' : 'outlined'}
      color={isPressed ? 'primary' : 'default'}
      onClick={onToggle}
      sx={{ minHeight: 44, minWidth: 44, borderRadius: '22px', fontSize: '1rem', fontFamily: 'inherit' }}
    />
  );
}
