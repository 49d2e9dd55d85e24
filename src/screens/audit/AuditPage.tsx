import Box from '@mui/material/Box';
import { Suspense, useRef } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { toast } from '../../web/toasts/toast.ts';
import { LoadMoreButton } from '../../web/ui/buttons/LoadMoreButton.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { ExportButton } from '../../web/ui/buttons/ExportButton.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { useFocusOnMore } from '../../web/ui/buttons/useFocusOnMore.ts';
import { germanDate } from '../../shared/berlin.ts';
import { auditActions } from '../../features/audit/actions.rules.ts';
import { logCsv } from './logCsv.ts';
import { maxExportedEntries, fetchEntriesForExport, useFilters, useLog, type Filters } from './useLog.ts';

// Loaded after the page, because they are larger than the rest of it.
const LogTable = lazyComponent('LogTable', () => import('./LogTable.tsx'));
const LogFilter = lazyComponent('LogFilter', async () => ({ default: (await import('./LogFilter.tsx')).LogFilter }));

/** Shows the audit log: who did what, when and to whom, newest first. The filters are part of the URL. */
export default function AuditPage() {
  const { filters, setFilters } = useFilters();
  const log = useLog(filters);
  const entries = log.data?.pages.flatMap((page) => page.data);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnMore(list, '[data-entry]', entries?.length ?? 0);
  const showMore = async () => {
    focusNext();
    await log.fetchNextPage();
  };
  return (
    <>
      <PageHeader
        dense
        title="Protokoll"
        actions={<ExportButton noun="Einträge" total={entries?.length} createExport={() => createCsvFile(filters)} />}
      >
        Wer hat wann was getan? Buchungen, Stornierungen, Änderungen an Personen und Blicke in fremde Unterlagen stehen
        hier für immer; niemand kann einen Eintrag ändern oder löschen.
      </PageHeader>
      <Box className="no-print" sx={{ minHeight: { xs: 252, sm: 100, xl: 52 } }}>
        <Suspense>
          <LogFilter appliedFilters={filters} busy={log.isFetching && !log.isFetchingNextPage} onSearch={setFilters} />
        </Suspense>
      </Box>
      <Box className="no-print" sx={{ display: 'grid', alignItems: 'center', minHeight: { sm: 36 } }}>
        <FilterChips chips={chipsOf(filters, setFilters)} />
      </Box>
      {log.isLoading && <Loading blocks={15} height={24} />}
      <div ref={list}>
        {entries && entries.length > 0 && (
          <Suspense fallback={<Loading blocks={15} height={24} />}>
            <LogTable entries={entries} />
          </Suspense>
        )}
      </div>
      {entries?.length === 0 && (
        <EmptyState picture="lens" title="Keine Einträge gefunden">
          Ein längerer Zeitraum oder weniger Filter zeigen vielleicht mehr.
        </EmptyState>
      )}
      {log.isError && (
        <ErrorNotice
          error={log.error}
          retry={() => void (log.isFetchNextPageError ? log.fetchNextPage() : log.refetch())}
        />
      )}
      {log.hasNextPage && !log.isError && (
        <LoadMoreButton busy={log.isFetchingNextPage} onMore={() => void showMore()} />
      )}
    </>
  );
}

/** Returns a chip for each active filter, with the function that clears the filter. */
function chipsOf(filters: Filters, setFilters: (filters: Filters) => void) {
  const { person, actor, action, from, till } = filters;
  const chip = (label: string, emptyFilter: Partial<Filters>) => ({
    label,
    clear: () => setFilters({ ...filters, ...emptyFilter }),
  });
  return [
    ...(person ? [chip(`Betroffene Person: ${person}`, { person: '' })] : []),
    ...(actor ? [chip(`Handelnde Person: ${actor}`, { actor: '' })] : []),
    ...(action ? [chip(`Vorgang: ${auditActions[action].label}`, { action: '' })] : []),
    ...(from ? [chip(`Von: ${germanDate(from)}`, { from: '' })] : []),
    ...(till ? [chip(`Bis: ${germanDate(till)}`, { till: '' })] : []),
  ];
}

/**
 * Returns a CSV file with the filtered entries, at most `maxExportedEntries`. If entries are left out, a toast says so.
 */
async function createCsvFile(filters: Filters) {
  const { entries, isTruncated } = await fetchEntriesForExport(filters);
  if (isTruncated)
    toast.info(
      `Die Datei enthält die neuesten ${maxExportedEntries.toLocaleString('de-DE')} Einträge. Filter zeigen ältere.`,
    );
  return { name: 'Protokoll.csv', csv: logCsv(entries) };
}
