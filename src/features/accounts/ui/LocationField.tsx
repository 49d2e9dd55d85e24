import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { filterPrefixFirst } from '../../../shared/search.ts';
import { useLocations } from '../../provider/ui/useLocations.tsx';
import { labels, type Registration } from './registration.ts';

interface Props {
  value: Registration['location'];
  onChange: (location: Registration['location']) => void;
  onBlur: () => void;
  error: string | undefined;
  /** The text shown while there is no error. */
  help?: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** A field to choose one of the provider's locations from a list that is filtered by typing. */
export function LocationField({ value, onChange, onBlur, error, help, ref }: Props) {
  const { failureNotice, autocompleteProps } = useLocations();
  if (failureNotice) return failureNotice;
  return (
    <Autocomplete
      {...autocompleteProps}
      filterOptions={filterPrefixFirst}
      value={value}
      isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
      onChange={(_, location) => onChange(location)}
      onBlur={onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label={labels.location}
          required
          error={Boolean(error)}
          helperText={error ?? help}
        />
      )}
    />
  );
}
