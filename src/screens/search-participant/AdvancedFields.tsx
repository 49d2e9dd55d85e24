import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { useLocations } from '../../features/provider/ui/useLocations.tsx';
import { DateField } from '../../web/ui/fields/DateField.tsx';
import { incompleteDateError, incompleteDate } from '../../web/ui/fields/incompleteDate.ts';
import type { Criteria } from './useSearch.ts';

interface Props {
  criteria: Criteria;
  onChange: (changes: Partial<Criteria>) => void;
}

/** The fields for a participant's location, and for the range of days in which the qualification ends. */
export default function AdvancedFields({ criteria, onChange }: Props) {
  const { failureNotice, autocompleteProps } = useLocations();
  return (
    <Box sx={fields}>
      {failureNotice || (
        <Autocomplete
          {...autocompleteProps}
          disablePortal
          value={autocompleteProps.options.find(({ value }) => value === criteria.locationId) ?? null}
          onChange={(_, location) => onChange({ locationId: location?.value ?? null })}
          renderInput={(params) => <TextField {...params} label="Standort" placeholder="Alle" />}
        />
      )}
      <EndDateField
        label="Ende der Qualifizierung von"
        value={criteria.endFrom}
        onChange={(endFrom) => onChange({ endFrom })}
      />
      <EndDateField
        label="Ende der Qualifizierung bis"
        value={criteria.endTill}
        onChange={(endTill) => onChange({ endTill })}
      />
    </Box>
  );
}

interface EndDateFieldProps {
  label: string;
  value: string;
  onChange: (date: string) => void;
}

function EndDateField({ label, value, onChange }: EndDateFieldProps) {
  const isIncomplete = value === incompleteDate;
  return (
    <DateField
      label={label}
      value={value}
      onChange={onChange}
      // An incomplete date cannot be searched for. Storing it makes the field show an error.
      onCommit={(date) => (date === incompleteDate || isIncomplete) && onChange(date)}
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
