import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { listCoaches } from '../../coaches/contract.ts';
import { roles } from '../../shared/roles.ts';
import { longest } from '../../shared/lengths.ts';
import { useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { typedMistakes } from '../../appointments/ui/range.ts';
import { RangeFields } from '../../appointments/ui/RangeFields.tsx';
import { BusyButton } from '../../web/ui/BusyButton.tsx';
import { useTyped } from '../../web/ui/useTyped.ts';

/** What the list of ratings is narrowed to; `coach` null is 'Alle', `name` '' everybody. Dates `yyyy-mm-dd`, stars 1–5. */
export interface Filters {
  from: string;
  to: string;
  lowest: number;
  highest: number;
  coach: number | null;
  /** Words of the participant's name. */
  name: string;
}

interface Props {
  /** What the list shows; `busy` while it is fetched. */
  chosen: Filters;
  busy: boolean;
  onSearch: (filters: Filters) => void;
}

/** The filter bar (spec coach §2): coach and participant for admins, start, end, stars from and to, search. */
export function RatingFilter({ chosen, busy, onSearch }: Props) {
  const { typed: filters, setTyped: setFilters, asChosen } = useTyped(chosen);
  const { user } = useSession();
  const change = (part: Partial<Filters>) => setFilters({ ...filters, ...part });
  const range = { from: filters.from, till: filters.to };
  const mistakes = typedMistakes(range, true);
  const reason = mistakes.from ?? mistakes.till ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reason) onSearch({ ...filters, name: filters.name.trim() });
  };
  return (
    <Box component="form" aria-label="Filter" className="no-print" onSubmit={submit} sx={bar}>
      {user?.role.value === roles.admin.value && (
        <>
          <CoachField value={filters.coach} onChange={(coach) => change({ coach })} />
          <TextField
            label="Teilnehmer:in"
            autoComplete="off"
            value={filters.name}
            onChange={({ target }) => change({ name: target.value })}
            slotProps={{ htmlInput: { maxLength: longest.search } }}
          />
        </>
      )}
      <RangeFields
        labels={['Startdatum', 'Enddatum']}
        value={range}
        required
        onChange={({ from, till }) => change({ from, to: till })}
      />
      <StarField
        label="Sterne von"
        value={filters.lowest}
        onChange={(lowest) => change({ lowest, highest: Math.max(lowest, filters.highest) })}
      />
      <StarField
        label="Sterne bis"
        value={filters.highest}
        onChange={(highest) => change({ highest, lowest: Math.min(highest, filters.lowest) })}
      />
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
    </Box>
  );
}

function StarField({ label, value, onChange }: { label: string; value: number; onChange: (stars: number) => void }) {
  return (
    <TextField select label={label} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {[1, 2, 3, 4, 5].map((stars) => (
        <MenuItem key={stars} value={stars}>
          {stars}
        </MenuItem>
      ))}
    </TextField>
  );
}

function CoachField({ value, onChange }: { value: number | null; onChange: (coach: number | null) => void }) {
  const coaches = useAsk(listCoaches, {}, { staleTime: 60_000 }).data?.data ?? [];
  const known = coaches.some((coach) => coach.id === value);
  return (
    <TextField
      select
      label="Coach"
      value={known ? value : ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">Alle</MenuItem>
      {coaches.map((coach) => (
        <MenuItem key={coach.id} value={coach.id}>
          {coach.firstName} {coach.lastName}
          {!coach.active && ' (inaktiv)'}
        </MenuItem>
      ))}
    </TextField>
  );
}

const bar = {
  display: 'grid',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    md: 'repeat(auto-fit, minmax(190px, 1fr))',
  },
  gap: 4,
  alignItems: 'start',
  mb: 6,
} as const;
