import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { rangeErrors } from '../../web/ui/fields/range.ts';
import { RangeFields } from '../../web/ui/fields/RangeFields.tsx';
import { maxLengths } from '../../shared/lengths.ts';
import { filterTooShortError } from '../../shared/search.ts';
import { filterLine } from '../../web/ui/fields/RangeFilter.tsx';
import { SearchButton } from '../../web/ui/buttons/SearchButton.tsx';
import { useFilterInput } from '../../web/ui/fields/useFilterInput.ts';
import { auditActions, sortedActions } from '../../features/audit/actions.rules.ts';
import { noFilters, type Filters } from './useLog.ts';

interface Props {
  /** The filters of the list. */
  appliedFilters: Filters;
  /** Whether the list is loading. */
  busy: boolean;
  onSearch: (filters: Filters) => void;
}

/** Filters the log by the person concerned, the actor, the action and the days. Empty fields have no effect. */
export function LogFilter({ appliedFilters, busy, onSearch }: Props) {
  const { values: filters, setValues: setFilters, isUnchanged } = useFilterInput(appliedFilters);
  const [resetCount, setResetCount] = useState(0);
  const change = (changes: Partial<Filters>) => setFilters({ ...filters, ...changes });
  const { from: fromError, till: tillError } = rangeErrors(filters, false);
  const nameError = filterTooShortError(filters.person.trim()) ?? filterTooShortError(filters.actor.trim());
  const disabledReason = fromError ?? tillError ?? nameError;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabledReason) onSearch({ ...filters, person: filters.person.trim(), actor: filters.actor.trim() });
  };
  return (
    <Box component="form" aria-label="Filter" className="no-print" onSubmit={submit} sx={{ ...filterLine, ...fields }}>
      <NameField label="Betroffene Person" value={filters.person} onChange={(person) => change({ person })} />
      <NameField label="Handelnde Person" value={filters.actor} onChange={(actor) => change({ actor })} />
      <TextField
        select
        sx={wholeRow}
        label="Vorgang"
        value={filters.action}
        onChange={(event) => change({ action: event.target.value as Filters['action'] })}
        slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      >
        <MenuItem value="">Alle</MenuItem>
        {sortedActions.map((action) => (
          <MenuItem key={action} value={action}>
            {auditActions[action].label}
          </MenuItem>
        ))}
      </TextField>
      <RangeFields key={resetCount} labels={['Von', 'Bis']} value={filters} onChange={change} />
      <Box sx={{ ...wholeRow, display: 'flex', gap: 2 }}>
        <SearchButton busy={busy && isUnchanged} disabledReason={disabledReason} />
        <Button
          onClick={() => {
            // Also clears text that was typed but not searched for.
            setFilters(noFilters);
            setResetCount(resetCount + 1);
            onSearch(noFilters);
          }}
        >
          Zurücksetzen
        </Button>
      </Box>
    </Box>
  );
}

function NameField({ label, value, onChange }: { label: string; value: string; onChange: (name: string) => void }) {
  return (
    <TextField
      sx={wholeRow}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={filterTooShortError(value.trim())}
      slotProps={{ htmlInput: { maxLength: maxLengths.search, autoComplete: 'off' } }}
    />
  );
}

/** On a phone, the two fields for days share a row, and every other field takes a whole row. */
const wholeRow = { gridColumn: { xs: '1 / -1', sm: 'auto' } } as const;

/** The grid of the fields, with more columns on wider screens. */
const fields = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: 'repeat(3, minmax(0, 1fr))',
    xl: 'repeat(3, minmax(0, 1fr)) 184px 184px auto',
  },
  rowGap: 2,
} as const;
