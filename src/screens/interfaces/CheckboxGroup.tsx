import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId, type ReactNode } from 'react';

interface Props<Item extends string> {
  legend: string;
  /** The items with their labels. */
  items: readonly { item: Item; label: ReactNode }[];
  chosen: readonly Item[];
  onChange: (items: readonly Item[], isChosen: boolean) => void;
  /** The label of a checkbox in front, for all items; none by default. */
  allLabel?: string;
  /** Why the choice is refused, shown below the group. */
  error?: string | undefined;
  /** Whether the choice is refused for a reason that is shown elsewhere. */
  isRefused?: boolean;
}

/** A group of checkboxes of a form. */
export function CheckboxGroup<Item extends string>(props: Props<Item>) {
  const { legend, items, chosen, onChange, allLabel, error, isRefused = Boolean(error) } = props;
  const errorId = useId();
  const all = items.map(({ item }) => item);
  const isAllChosen = all.every((item) => chosen.includes(item));
  const input = { 'aria-invalid': isRefused || undefined, 'aria-describedby': error ? errorId : undefined };
  return (
    <FormControl component="fieldset" error={isRefused}>
      <FormLabel component="legend">{legend}</FormLabel>
      {allLabel && (
        <FormControlLabel
          label={allLabel}
          control={
            <Checkbox
              checked={isAllChosen}
              indeterminate={!isAllChosen && all.some((item) => chosen.includes(item))}
              onChange={({ target }) => onChange(all, target.checked)}
              slotProps={{ input }}
            />
          }
        />
      )}
      {items.map(({ item, label }) => (
        <FormControlLabel
          key={item}
          label={label}
          sx={allLabel ? { pl: 5 } : { alignItems: 'start', mt: 2 }}
          control={
            <Checkbox
              checked={chosen.includes(item)}
              onChange={({ target }) => onChange([item], target.checked)}
              slotProps={{ input }}
            />
          }
        />
      ))}
      {error && (
        <FormHelperText id={errorId} sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </FormControl>
  );
}
