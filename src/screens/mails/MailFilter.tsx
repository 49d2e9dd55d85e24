import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { maxLengths } from '../../shared/lengths.ts';
import { filterTooShortError } from '../../shared/search.ts';
import { BusyButton } from '../../web/ui/buttons/BusyButton.tsx';
import { useFilterInput } from '../../web/ui/fields/useFilterInput.ts';
import { filterLine } from '../../web/ui/fields/RangeFilter.tsx';
import { stateFilters } from '../../features/mail/rules.ts';
import { stateNames, type MailFilters } from './useMails.ts';

interface Props {
  appliedFilters: MailFilters;
  onSearch: (filters: MailFilters) => void;
}

/**
 * Filters by the recipient and the state of a mail; an empty field matches every mail. A new search can start while the
 * previous search is still running.
 */
export default function MailFilter({ appliedFilters, onSearch }: Props) {
  const { values: filters, setValues: setFilters } = useFilterInput(appliedFilters);
  const tooShortError = filterTooShortError(filters.person.trim());
  const search = (searched: MailFilters) => {
    if (!tooShortError) onSearch({ ...searched, person: searched.person.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search(filters);
  };
  return (
    <Box component="form" aria-label="Filter" className="no-print" onSubmit={submit} sx={line}>
      <TextField
        label="Person"
        value={filters.person}
        onChange={(event) => setFilters({ ...filters, person: event.target.value })}
        helperText={tooShortError ?? 'Name oder E-Mail-Adresse'}
        slotProps={{ htmlInput: { maxLength: maxLengths.email, autoComplete: 'off' } }}
        sx={{ width: { sm: 320 } }}
      />
      <BusyButton type="submit" variant="contained" disabledReason={tooShortError} reasonHidden>
        Suchen
      </BusyButton>
      <TextField
        select
        label="Zustand"
        value={filters.state}
        // Unlike a text, a choice is complete at once.
        onChange={(event) => {
          const changed = { ...filters, state: event.target.value as MailFilters['state'] };
          setFilters(changed);
          search(changed);
        }}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
        sx={{ width: { sm: 224 } }}
      >
        <MenuItem value="">Alle</MenuItem>
        {stateFilters.map((state) => (
          <MenuItem key={state} value={state}>
            {stateNames[state].label}
          </MenuItem>
        ))}
      </TextField>
      <Button
        onClick={() => {
          // Also clears text that was typed but not searched for.
          setFilters(noFilters);
          onSearch(noFilters);
        }}
      >
        Zurücksetzen
      </Button>
    </Box>
  );
}

// On a phone two lines, each of a field and its button.
const line = {
  ...filterLine,
  display: { xs: 'grid', sm: 'flex' },
  gridTemplateColumns: 'minmax(0, 1fr) auto',
} as const;

const noFilters: MailFilters = { person: '', state: '' };
