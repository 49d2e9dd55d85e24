import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { formatCount } from '../../shared/german.ts';
import { callApi } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { listWaitingEntries, type WaitingPerson } from '../../features/waiting/contract.ts';
import { groupDemandByWeek } from './demand.ts';
import { toDemandRows } from './demandRows.ts';

// The table is loaded after the page, because it is larger than the rest of the page.
const DemandTable = lazyComponent('DemandTable', () => import('./DemandTable.tsx'));

/** The maximum number of pages fetched; together they contain up to a thousand entries. */
const maxPages = 20;

/** /waiting-list (reference 12.8): the unmet demand by week and coach. */
export default function WaitingPage() {
  const { date: today } = useNow();
  const waiting = useQuery({ queryKey: [listWaitingEntries.path], queryFn: ({ signal }) => fetchAllEntries(signal) });
  const rows = useMemo(
    () => (waiting.data ? toDemandRows(groupDemandByWeek(waiting.data.entries, today)) : []),
    [waiting.data, today],
  );
  const offeredCount = waiting.data?.entries.filter((entry) => entry.offered).length ?? 0;
  return (
    <>
      <PageHeader dense title="Warteliste">
        Wer worauf wartet, nach Woche und Coach. Neue Termine werden zuerst denen angeboten, die hier stehen.
      </PageHeader>
      {waiting.error && <ErrorNotice error={waiting.error} retry={() => void waiting.refetch()} />}
      {waiting.isPending && <Loading blocks={10} height={24} />}
      {waiting.data && waiting.data.total > waiting.data.entries.length && (
        <Notice kind="info">Gezeigt werden die {waiting.data.entries.length} ältesten Einträge.</Notice>
      )}
      {waiting.data && rows.length > 0 && (
        <Typography sx={{ mb: 4 }}>
          Insgesamt {formatCount(waiting.data.total, 'Eintrag', 'Einträge')}. Wer mehrere Wochen nennt, steht in jeder
          davon.
        </Typography>
      )}
      {offeredCount > 0 && (
        <Notice kind="info">
          {formatCount(offeredCount, 'Person hat', 'Personen haben')} gerade ein Angebot und{' '}
          {offeredCount === 1 ? 'zählt' : 'zählen'} hier nicht mit.
        </Notice>
      )}
      {waiting.data && rows.length === 0 && (
        <EmptyState picture="calendar" title="Gerade wartet niemand auf einen Termin." />
      )}
      {rows.length > 0 && (
        <Suspense fallback={<Loading blocks={Math.min(rows.length, 15)} height={24} />}>
          <DemandTable rows={rows} />
        </Suspense>
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
