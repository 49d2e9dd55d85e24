import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { formatCount } from '../../shared/german.ts';
import { oneOfParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { callApi } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { PlainSwitch } from '../../web/ui/fields/PlainSwitch.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { listWaitingEntries, type WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { groupDemandByWeek } from './demand.ts';
import { toDemandRows } from './demandRows.ts';

// The tables are loaded after the page, because they are larger than the rest of the page.
const WaitingTable = lazyComponent('WaitingTable', () => import('./WaitingTable.tsx'));
const DemandTable = lazyComponent('DemandTable', () => import('./DemandTable.tsx'));

const noEntries: readonly WaitingPerson[] = [];
const params = { view: oneOfParam<'wochen', ''>('ansicht', ['wochen'], '') };

/** The maximum number of pages fetched; together they contain up to a thousand entries. */
const maxPages = 20;

/** /waiting-list (reference 12.8): the people who wait or, with `?ansicht=wochen`, the unmet demand by week and coach. */
export default function WaitingPage() {
  const { date: today } = useNow();
  const waiting = useQuery({ queryKey: [listWaitingEntries.path], queryFn: ({ signal }) => fetchAllEntries(signal) });
  const entries = waiting.data?.entries ?? noEntries;
  const peopleCount = useMemo(() => new Set(entries.map(({ participantId }) => participantId)).size, [entries]);
  const demandRows = useMemo(() => toDemandRows(groupDemandByWeek(entries, today)), [entries, today]);
  const { filters, setFilters } = useSearchFilters(params);
  const showsWeeks = filters.view === 'wochen';
  return (
    <>
      <PageHeader dense title="Warteliste">
        Wer worauf wartet. Neue Termine werden zuerst denen angeboten, die hier stehen.
      </PageHeader>
      {waiting.error && <ErrorNotice error={waiting.error} retry={() => void waiting.refetch()} />}
      {waiting.isPending && <Loading blocks={10} height={24} />}
      {waiting.data && waiting.data.total > waiting.data.entries.length && (
        <Notice kind="info">Gezeigt werden die {waiting.data.entries.length} ältesten Einträge.</Notice>
      )}
      {waiting.data && peopleCount === 0 && (
        <EmptyState picture="calendar" title="Gerade wartet niemand auf einen Termin." />
      )}
      {peopleCount > 0 && (
        <>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 6, rowGap: 1, mb: 3 }}
          >
            <Typography sx={{ alignSelf: 'center' }}>
              {formatCount(peopleCount, 'Person wartet', 'Personen warten')}
              {showsWeeks && '. Wer mehrere Wochen nennt, steht in jeder davon, wer gerade ein Angebot hat, in keiner.'}
            </Typography>
            <PlainSwitch checked={showsWeeks} onChange={(checked) => setFilters({ view: checked ? 'wochen' : '' })}>
              Nach Woche und Coach
            </PlainSwitch>
          </Box>
          <Suspense fallback={<Loading blocks={Math.min(peopleCount, 15)} height={24} />}>
            {!showsWeeks && <WaitingTable entries={entries} />}
            {showsWeeks && demandRows.length > 0 && <DemandTable rows={demandRows} />}
            {showsWeeks && demandRows.length === 0 && (
              <EmptyState picture="calendar" title="Für alle, die warten, ist gerade ein Termin reserviert." />
            )}
          </Suspense>
        </>
      )}
    </>
  );
}

/** Fetches all open entries page by page, oldest first, up to `maxPages`. */
async function fetchAllEntries(signal: AbortSignal): Promise<{ entries: WaitingPerson[]; total: number }> {
  const entries: WaitingPerson[] = [];
  for (let page = 1; ; page++) {
    const { data, meta } = await callApi(listWaitingEntries, { coachId: null, page }, signal);
    entries.push(...data);
    if (data.length === 0 || entries.length >= meta.total || page === maxPages) return { entries, total: meta.total };
  }
}
