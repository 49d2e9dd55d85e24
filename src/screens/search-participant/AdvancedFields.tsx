import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useLocations } from '../../features/provider/ui/useLocations.tsx';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { incompleteDateError, incompleteDate } from '../../web/ui/fields/incompleteDate.ts';
import type { Criteria } from './useSearch.ts';

interface Props {
  typed: Criteria;
  onChange: (changed: Partial<Criteria>) => void;
}

/** The fields for a participant's location, and for the range of days in which the qualification ends. */
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
      <EndField label="Ende der Qualifizierung von" value={typed.endFrom} onDate={(endFrom) => onChange({ endFrom })} />
      <EndField label="Ende der Qualifizierung bis" value={typed.endTill} onDate={(endTill) => onChange({ endTill })} />
    </Box>
  );
}

interface EndFieldProps {
  label: string;
  value: string;
  onDate: (date: string) => void;
}

function EndField({ label, value, onDate }: EndFieldProps) {
  const isIncomplete = value === incompleteDate;
  return (
    <DateField
      label={label}
      value={value}
      onChange={onDate}
      // An incomplete date gets an error, since it cannot be searched for.
      onCommit={(date) => (date === incompleteDate || isIncomplete) && onDate(date)}
      error={isIncomplete ? incompleteDateError : undefined}
    />
  );
}

const fields = {
  flexBasis: '100%',
  display: 'grid',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
} as const;
