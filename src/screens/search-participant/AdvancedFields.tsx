import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useLocations } from '../../features/provider/ui/useLocations.tsx';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { dateIncomplete, incompleteDate } from '../../web/ui/fields/incompleteDate.ts';
import type { Criteria } from './useSearch.ts';

interface Props {
  typed: Criteria;
  onChange: (changed: Partial<Criteria>) => void;
}

/** Criteria from the participants' data: the location, and the days between which the qualification ends. */
export default function AdvancedFields({ typed, onChange }: Props) {
  const { failed, list } = useLocations();
  return (
    <Box sx={fields}>
      {failed || (
        <Autocomplete
          {...list}
          disablePortal
          value={list.options.find(({ value }) => value === typed.location) ?? null}
          onChange={(_, location) => onChange({ location: location?.value ?? null })}
          renderInput={(params) => <TextField {...params} label="Standort" placeholder="Alle" />}
        />
      )}
      <EndField label="Ende der Qualifizierung von" value={typed.endFrom} take={(endFrom) => onChange({ endFrom })} />
      <EndField label="Ende der Qualifizierung bis" value={typed.endTill} take={(endTill) => onChange({ endTill })} />
    </Box>
  );
}

interface EndProps {
  label: string;
  value: string;
  take: (date: string) => void;
}

function EndField({ label, value, take }: EndProps) {
  const half = value === incompleteDate;
  return (
    <DateField
      label={label}
      value={value}
      onChange={take}
      // A half-typed date cannot be searched for.
      onCommit={(date) => (date === incompleteDate || half) && take(date)}
      error={half ? dateIncomplete : undefined}
    />
  );
}

const fields = {
  flexBasis: '100%',
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
} as const;
