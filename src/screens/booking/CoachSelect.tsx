import TextField from '@mui/material/TextField';
import { errorMessageOf } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { listBookableCoaches } from '../../features/booking/search/contract.ts';

interface Props {
  /** The id of the chosen coach; null for all coaches. */
  value: number | null;
  onChange: (coachId: number | null) => void;
}

/** The select field with 'Alle Coaches' and the coaches who have free slots. */
export function CoachSelect({ value, onChange }: Props) {
  const coaches = useApiQuery(listBookableCoaches, {}, { staleTime: 60_000 });
  const options = coaches.data?.data ?? [];
  // A link may name a coach without free slots. The filter still applies, so the select shows it.
  const isOptionMissing = value !== null && !options.some((coach) => coach.value === value);
  return (
    <TextField
      select
      fullWidth
      label="Coach"
      value={value ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || null)}
      error={coaches.isError}
      helperText={coaches.isError ? errorMessageOf(coaches.error) : ''}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ maxWidth: 420 }}
    >
      <option value="">Alle Coaches</option>
      {isOptionMissing && <option value={value}>{coaches.data ? 'Coach ohne freie Termine' : 'Lädt...'}</option>}
      {options.map((coach) => (
        <option key={coach.value} value={coach.value}>
          {coach.label}
        </option>
      ))}
    </TextField>
  );
}
