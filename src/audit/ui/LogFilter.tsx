import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { DateField } from '../../web/ui/DateField.tsx';
import { actions, deeds } from '../rules.ts';
import { noFilters, type Filters } from './useLog.ts';

interface Props {
  first: Filters;
  busy: boolean;
  onSearch: (filters: Filters) => void;
}

/** By whom it concerns, by who did it, by the kind of deed and by days; an empty field leaves its filter out. */
export function LogFilter({ first, busy, onSearch }: Props) {
  const [filters, setFilters] = useState(first);
  const change = (part: Partial<Filters>) => setFilters({ ...filters, ...part });
  const wrongOrder = Boolean(filters.from && filters.till && filters.from > filters.till);
  const tooShort = [filters.person, filters.actor].some((name) => name.trim().length === 1);
  const reason = wrongOrder
    ? 'Das Enddatum muss nach dem Startdatum liegen.'
    : tooShort
      ? 'Bitte mindestens 2 Zeichen eingeben.'
      : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason) onSearch({ ...filters, person: filters.person.trim(), actor: filters.actor.trim() });
  };
  return (
    <Box component="form" aria-label="Filter" className="no-print" onSubmit={submit} sx={bar}>
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
        {actions.map((action) => (
          <MenuItem key={action} value={action}>
            {deeds[action].label}
          </MenuItem>
        ))}
      </TextField>
      <DateField label="Von" value={filters.from} onChange={(from) => change({ from })} />
      <DateField
        label="Bis"
        value={filters.till}
        onChange={(till) => change({ till })}
        error={wrongOrder ? 'Das Enddatum muss nach dem Startdatum liegen.' : undefined}
      />
      <Box sx={{ ...wholeRow, display: 'flex', gap: 2, pt: { sm: 1.5 } }}>
        <BusyButton
          type="submit"
          variant="contained"
          busy={busy}
          busyText="Suche ..."
          disabledReason={reason}
          reasonHidden
        >
          Suchen
        </BusyButton>
        <Button onClick={() => onSearch(noFilters)}>Alle zeigen</Button>
      </Box>
    </Box>
  );
}

function NameField({ label, value, onChange }: { label: string; value: string; onChange: (name: string) => void }) {
  const tooShort = value.trim().length === 1;
  return (
    <TextField
      sx={wholeRow}
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      helperText={tooShort ? 'Bitte mindestens 2 Zeichen eingeben.' : undefined}
      slotProps={{ htmlInput: { maxLength: 200, autoComplete: 'off' } }}
    />
  );
}

/** On a phone the two days share a row, everything else has one of its own. */
const wholeRow = { gridColumn: { xs: '1 / -1', sm: 'auto' } } as const;

const bar = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(3, minmax(0, 1fr))',
  },
  gap: 4,
  alignItems: 'start',
  mb: 6,
} as const;
