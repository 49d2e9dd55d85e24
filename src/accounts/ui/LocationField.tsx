import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useEffect, type Ref } from 'react';
import { getLocations } from '../../portal/contract.ts';
import { useAsk } from '../../web/query.ts';
import { toast } from '../../web/toast.ts';
import { Notice } from '../../web/ui/Notice.tsx';
import { labels, type Registration } from './registration.ts';

interface Props {
  value: Registration['location'];
  onChange: (location: Registration['location']) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

const failure = 'Standortliste konnte nicht geladen werden!';

/** The provider's location, searched by typing. */
export function LocationField({ value, onChange, onBlur, error, ref }: Props) {
  const { data, isError, isFetching, refetch } = useAsk(getLocations, {}, { staleTime: 600_000 });
  useEffect(() => {
    if (isError) toast.error(failure);
  }, [isError]);
  if (isError && !isFetching)
    return (
      <Notice
        kind="error"
        action={
          <Button color="inherit" onClick={() => void refetch()}>
            Noch einmal versuchen
          </Button>
        }
      >
        {failure}
      </Notice>
    );
  return (
    <Autocomplete
      options={data?.locations ?? []}
      loading={isFetching}
      loadingText="Lädt..."
      noOptionsText="Kein Standort gefunden"
      openText="Liste öffnen"
      closeText="Liste schließen"
      clearText="Auswahl löschen"
      autoHighlight
      fullWidth
      value={value}
      isOptionEqualToValue={(option, chosen) => option.value === chosen.value}
      onChange={(_, location) => onChange(location)}
      onBlur={onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={ref}
          label={labels.location}
          required
          error={Boolean(error)}
          helperText={error}
        />
      )}
    />
  );
}
