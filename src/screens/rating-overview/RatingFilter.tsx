import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { listCoaches } from '../../features/coaches/contract.ts';
import { roles } from '../../shared/roles.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { rangeErrors } from '../../web/ui/fields/range.ts';
import { filterLine, rangeGrid } from '../../web/ui/fields/RangeFilter.tsx';
import { RangeFields } from '../../web/ui/fields/RangeFields.tsx';
import { SearchButton } from '../../web/ui/buttons/SearchButton.tsx';
import { useFilterInput } from '../../web/ui/fields/useFilterInput.ts';

/**
 * The filters of the list of ratings. A filter that is null or '' matches every rating. Dates are `yyyy-mm-dd`, stars
 * are 1 to 5.
 */
export interface RatingFilters {
  from: string;
  to: string;
  minStars: number;
  maxStars: number;
  coachId: number | null;
  /** Words of the participant's name. */
  name: string;
}

interface Props {
  /** The filters of the list that is shown. */
  appliedFilters: RatingFilters;
  /** Whether the list is loading. */
  busy: boolean;
  onSearch: (filters: RatingFilters) => void;
}

/** The filter bar (reference 6.6): coach and participant (for admins), first and last day, range of stars. */
export function RatingFilter({ appliedFilters, busy, onSearch }: Props) {
  const { values: filters, setValues: setFilters, isUnchanged } = useFilterInput(appliedFilters);
  const { user } = useSession();
  const change = (changes: Partial<RatingFilters>) => setFilters({ ...filters, ...changes });
  const range = { from: filters.from, till: filters.to };
  const fieldErrors = rangeErrors(range, true);
  const disabledReason = fieldErrors.from ?? fieldErrors.till ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabledReason) onSearch({ ...filters, name: filters.name.trim() });
  };
  return (
    <Box component="form" aria-label="Filter" className="no-print" onSubmit={submit} sx={bar}>
      {user?.role.value === roles.admin.value && (
        <>
          <CoachField value={filters.coachId} onChange={(coachId) => change({ coachId })} />
          <TextField
            label="Teilnehmer:in"
            autoComplete="off"
            value={filters.name}
            onChange={({ target }) => change({ name: target.value })}
            slotProps={{ htmlInput: { maxLength: maxLengths.search } }}
          />
        </>
      )}
      <Box sx={rangeGrid}>
        <RangeFields
          labels={['Startdatum', 'Enddatum']}
          value={range}
          required
          onChange={({ from, till }) => change({ from, to: till })}
        />
      </Box>
      <StarField
        label="Sterne von"
        value={filters.minStars}
        onChange={(minStars) => change({ minStars, maxStars: Math.max(minStars, filters.maxStars) })}
      />
      <StarField
        label="Sterne bis"
        value={filters.maxStars}
        onChange={(maxStars) => change({ maxStars, minStars: Math.min(maxStars, filters.minStars) })}
      />
      {/* A search with changed filters can start while the previous search is still running. */}
      <SearchButton busy={busy && isUnchanged} disabledReason={disabledReason} />
    </Box>
  );
}

function StarField({ label, value, onChange }: { label: string; value: number; onChange: (stars: number) => void }) {
  return (
    <TextField
      select
      className="narrow"
      label={label}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {[1, 2, 3, 4, 5].map((stars) => (
        <MenuItem key={stars} value={stars}>
          {stars}
        </MenuItem>
      ))}
    </TextField>
  );
}

function CoachField({ value, onChange }: { value: number | null; onChange: (coachId: number | null) => void }) {
  const coaches = useApiQuery(listCoaches, {}, { staleTime: 60_000 }).data?.data ?? [];
  const isListed = coaches.some((coach) => coach.id === value);
  return (
    <TextField
      select
      className="wide"
      label="Coach"
      value={isListed ? value : ''}
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

/** On a wide page all fields are in one line. */
const bar = {
  ...filterLine,
  '& > .MuiFormControl-root': { width: { xs: '100%', sm: 160 } },
  '& > .narrow': { width: { xs: 'calc(50% - 6px)', sm: 112 } },
  '& > .wide': { width: { xs: '100%', sm: 196 } },
} as const;
