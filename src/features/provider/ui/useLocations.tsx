import Button from '@mui/material/Button';
import { useEffect, type ReactNode } from 'react';
import type { OutputOf } from '../../../shared/call.ts';
import { filterByLabel } from '../../../shared/search.ts';
import { useApiQuery } from '../../../web/calls/apiQuery.ts';
import { toast } from '../../../web/toasts/toast.ts';
import { Notice } from '../../../web/ui/notices/Notice.tsx';
import { getLocations } from '../contract.ts';

type Location = OutputOf<typeof getLocations>['locations'][number];

const failureMessage = 'Standortliste konnte nicht geladen werden!';

/**
 * Loads the provider's locations. Returns props of an Autocomplete with the locations as its options, and a notice to
 * show if loading has failed (`failureNotice`), otherwise false.
 */
export function useLocations() {
  const { data, isError, isFetching, refetch } = useApiQuery(getLocations, {}, { staleTime: 600_000 });
  useEffect(() => {
    if (isError) toast.error(failureMessage);
  }, [isError]);
  const failureNotice: ReactNode = isError && !isFetching && (
    <Notice
      kind="error"
      action={
        <Button color="inherit" onClick={() => void refetch()}>
          Noch einmal versuchen
        </Button>
      }
    >
      {failureMessage}
    </Notice>
  );
  const autocompleteProps = {
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
  return { failureNotice, autocompleteProps };
}
