import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { filterByLabel } from '../../shared/search.ts';
import type { SelectableCoach } from './useCalendar.ts';
import { maxShownCoaches } from './useCalendarChoice.ts';

export interface CoachesFieldProps {
  allCoaches: readonly SelectableCoach[];
  chosenCoaches: readonly SelectableCoach[];
  onChange: (ids: number[]) => void;
}

/** The field that chooses the coaches whose calendars are shown side by side; loaded when it is opened. */
export default function CoachesField({ allCoaches, chosenCoaches, onChange }: CoachesFieldProps) {
  const isFull = chosenCoaches.length >= maxShownCoaches;
  const options = allCoaches.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Autocomplete
      multiple
      options={options}
      value={options.filter(({ value }) => chosenCoaches.some(({ id }) => id === value))}
      onChange={(_, coaches) => onChange(coaches.map(({ value }) => value))}
      filterOptions={filterByLabel}
      getOptionKey={({ value }) => value}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      getOptionDisabled={({ value }) => isFull && !chosenCoaches.some(({ id }) => id === value)}
      noOptionsText="Kein aktiver Coach mit diesem Namen."
      openText="Liste öffnen"
      closeText="Liste schließen"
      clearText="Auswahl löschen"
      autoHighlight
      disableCloseOnSelect
      openOnFocus
      disablePortal
      renderInput={(params) => (
        <TextField
          {...params}
          label="Coaches"
          autoFocus
          helperText={isFull ? `Höchstens ${maxShownCoaches} nebeneinander.` : 'Ihre Kalender stehen nebeneinander.'}
        />
      )}
    />
  );
}
