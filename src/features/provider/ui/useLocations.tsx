import Button from '@mui/material/Button';
import { useEffect, type ReactNode } from 'react';
import type { OutputOf } from '../../../shared/call.ts';
import { filterByLabel } from '../../../shared/search.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { getLocations } from '../contract.ts';

type Location = OutputOf<typeof getLocations>['locations'][number];

const failure = 'Standortliste konnte nicht geladen werden!';

/** Returns the provider's locations as props of an Autocomplete (`list`), or a notice (`failed`) if loading failed. */
export function useLocations() {
  const { data, isError, isFetching, refetch } = useApiQuery(getLocations, {}, { staleTime: 600_000 });
  useEffect(() => {
    if (isError) toast.error(failure);
  }, [isError]);
  const failed: ReactNode = isError && !isFetching && (
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
  const list = {
    options: data?.locations ?? [],
    filterOptions: filterByLabel<Location>,
    loading: isFetching,
    loadingText: 'Lädt...',
    noOptionsText: 'Kein Standort gefunden',
    openText: 'Liste öffnen',
    closeText: 'Liste schließen',
    clearText: 'Auswahl löschen',
    autoHighlight: true,
    fullWidth: true,
  };
  return { failed, list };
}
