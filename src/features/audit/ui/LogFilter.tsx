import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState, type FormEvent } from 'react';
import { typedMistakes } from '../../appointments/ui/range.ts';
import { RangeFields } from '../../appointments/ui/RangeFields.tsx';
import { longest } from '../../shared/lengths.ts';
import { filterTooShort } from '../../shared/search.ts';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { useTyped } from '../../web/ui/useTyped.ts';
import { actions, deeds } from '../rules.ts';
import { noFilters, type Filters } from './useLog.ts';

interface Props {
  /** What the list shows; `busy` while it is fetched. */
  chosen: Filters;
  busy: boolean;
  onSearch: (filters: Filters) => void;
}

/** By whom it concerns, by who did it, by the kind of deed and by days; an empty field leaves its filter out. */
export function LogFilter({ chosen, busy, onSearch }: Props) {
  const { typed: filters, setTyped: setFilters, asChosen } = useTyped(chosen);
  const [emptied, setEmptied] = useState(0);
  const change = (part: Partial<Filters>) => setFilters({ ...filters, ...part });
  const { from, till } = typedMistakes(filters, false);
  const reason = (from ?? till ?? filterTooShort(filters.person.trim())) || filterTooShort(filters.actor.trim());
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
      <RangeFields key={emptied} labels={['Von', 'Bis']} value={filters} onChange={change} />
      <Box sx={{ ...wholeRow, display: 'flex', gap: 2, pt: { sm: 1.5 } }}>
        <BusyButton
          type="submit"
          variant="contained"
          busy={busy && asChosen}
          busyText="Suche ..."
          disabledReason={reason}
          reasonHidden
        >
          Suchen
        </BusyButton>
        <Button
          onClick={() => {
            // Also what was typed and never searched for.
            setFilters(noFilters);
            setEmptied(emptied + 1);
            onSearch(noFilters);
          }}
        >
          Alle zeigen
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
      helperText={filterTooShort(value.trim())}
      slotProps={{ htmlInput: { maxLength: longest.search, autoComplete: 'off' } }}
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
