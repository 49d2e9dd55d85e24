import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { longest } from '../../shared/lengths.ts';
import { filterTooShort } from '../../shared/search.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { useTyped } from '../../web/ui/useTyped.ts';
import { mailStates } from '../rules.ts';
import { stateWords, type MailFilters } from './useMails.ts';

interface Props {
  chosen: MailFilters;
  onSearch: (filters: MailFilters) => void;
}

/**
 * By whom a mail is for and by what became of it; an empty field leaves its filter out. A new search need not wait for
 * the last one.
 */
export function MailFilter({ chosen, onSearch }: Props) {
  const { typed: filters, setTyped: setFilters } = useTyped(chosen);
  const tooShort = filterTooShort(filters.person.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!tooShort) onSearch({ ...filters, person: filters.person.trim() });
  };
  return (
    <Box component="form" aria-label="Filter" className="no-print" onSubmit={submit} sx={bar}>
      <TextField
        label="Person"
        value={filters.person}
        onChange={(event) => setFilters({ ...filters, person: event.target.value })}
        helperText={tooShort ?? 'Name oder E-Mail-Adresse'}
        slotProps={{ htmlInput: { maxLength: longest.email, autoComplete: 'off' } }}
      />
      <TextField
        select
        label="Zustand"
        value={filters.state}
        onChange={(event) => setFilters({ ...filters, state: event.target.value as MailFilters['state'] })}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">Alle</MenuItem>
        {mailStates.map((state) => (
          <MenuItem key={state} value={state}>
            {stateWords[state].label}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: 'flex', gap: 2, pt: { sm: 1.5 } }}>
        <BusyButton type="submit" variant="contained" disabledReason={tooShort} reasonHidden>
          Suchen
        </BusyButton>
        <Button
          onClick={() => {
            // Also what was typed and never searched for.
            setFilters(noFilters);
            onSearch(noFilters);
          }}
        >
          Alle zeigen
        </Button>
      </Box>
    </Box>
  );
}

const noFilters: MailFilters = { person: '', state: '' };

const bar = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', md: 'repeat(3, minmax(0, 1fr))' },
  gap: 4,
  alignItems: 'start',
  mb: 6,
} as const;
