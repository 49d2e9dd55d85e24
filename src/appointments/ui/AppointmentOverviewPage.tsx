import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { count } from '../../shared/german.ts';
import { lazyPart } from '../../web/chunk.ts';
import { useAsk } from '../../web/query.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { useFocusAfterDelete } from '../../web/ui/useFocusAfterDelete.ts';
import { ownOverview } from '../contract.ts';
import { rangeProblem } from '../rules.ts';
import { OverviewRow } from './OverviewRow.tsx';
import { RangeFilter, useRange } from './RangeFilter.tsx';
import { StatusFilter, type Statuses } from './StatusFilter.tsx';

// Most overviews have one page.
const Pager = lazyPart('Pager', async () => ({ default: (await import('../../web/ui/Pager.tsx')).Pager }));

/** Rows of a page (spec coach §9), and how many days the overview looks ahead at first. */
const pageSize = 15;
const ahead = 30;

const presets = [
  { label: 'Nächste 30 Tage', from: 0, till: ahead },
  { label: 'Letzte 30 Tage', from: -ahead, till: 0 },
];

/** A coach's own appointments of a range of days by status (spec coach §2); everything chosen stands in the address. */
export default function AppointmentOverviewPage() {
  const { range, setRange, place } = useRange(ahead);
  const { statuses, setStatuses, page, setPage } = useChoice();
  const overview = useAsk(
    ownOverview,
    { fromDate: range.from, tillDate: range.till, status: statuses, page, pageSize },
    { enabled: !rangeProblem(range.from, range.till), keep: true },
  );
  const rows = overview.data?.data;
  const { total = 0, counts } = overview.data?.meta ?? {};
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The last row of the last page may be gone.
  const beyond = overview.isSuccess && !overview.isPlaceholderData && page > pages;
  useEffect(() => {
    if (beyond) setPage(pages, { replace: true });
  }, [beyond, pages, setPage]);

  const list = useRef<HTMLElement>(null);
  const ids = useMemo(() => rows?.map(({ id }) => id) ?? [], [rows]);
  const deleted = useFocusAfterDelete(list, ids, !beyond && !overview.isPlaceholderData);
  const turnTo = (chosen: number) => {
    setPage(chosen);
    list.current?.focus({ preventScroll: true });
    list.current?.scrollIntoView();
  };

  return (
    <>
      <PageHeader title="Terminübersicht" />
      <RangeFilter key={place} first={range} onChange={setRange} presets={presets} />
      <StatusFilter chosen={statuses} counts={counts} onChange={setStatuses} />
      {overview.isError && <ErrorNotice error={overview.error} retry={() => void overview.refetch()} />}
      {overview.isLoading && <Loading blocks={5} height={72} />}
      {rows && (
        <Box
          component="section"
          ref={list}
          tabIndex={-1}
          aria-label="Termine"
          aria-busy={overview.isPlaceholderData}
          sx={{ outline: 'none', opacity: overview.isPlaceholderData ? 0.6 : 1, scrollMarginTop: '96px' }}
        >
          <Typography role="status" sx={{ mb: 3, color: 'text.secondary' }}>
            {!overview.isPlaceholderData && total > 0 && `${count(total, 'Termin', 'Termine')} gefunden`}
          </Typography>
          {total === 0 && <NothingFound />}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {rows.map((row) => (
              <OverviewRow key={row.id} row={row} onDeleted={() => deleted(row.id)} />
            ))}
          </Box>
          {pages > 1 && (
            <Suspense>
              <Pager
                label="Termine"
                page={Math.min(page, pages)}
                pages={pages}
                first={(page - 1) * pageSize}
                shown={rows.length}
                total={total}
                onChange={turnTo}
              />
            </Suspense>
          )}
        </Box>
      )}
    </>
  );
}

function NothingFound() {
  const create = (
    <Button component={Link} to="/new-appointment-coach" variant="contained">
      Termin erstellen
    </Button>
  );
  return (
    <EmptyState picture="calendar" title="Keine Termine gefunden" action={create}>
      Ein anderer Zeitraum oder ein weiterer Status zeigt vielleicht mehr.
    </EmptyState>
  );
}

/** The words for statuses in the address, where those stand that are not shown (`?ohne=frei,versaeumt`). */
const words: Record<keyof Statuses, string> = { booked: 'gebucht', free: 'frei', missed: 'versaeumt' };
const statusNames = Object.keys(words) as (keyof Statuses)[];

/** The statuses and the page in the address: all statuses and the first page where it names none. */
function useChoice() {
  const [params, setParams] = useSearchParams();
  const off = params.get('ohne')?.split(',') ?? [];
  const statuses = Object.fromEntries(statusNames.map((name) => [name, !off.includes(words[name])])) as unknown;
  const wanted = Number(params.get('seite') ?? 1);

  const change = (name: string, value: string, { replace = false } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('seite');
        after.delete(name);
        if (value) after.set(name, value);
        return after;
      },
      { replace, preventScrollReset: true },
    );
  return {
    statuses: statuses as Statuses,
    setStatuses: (chosen: Statuses) => {
      const hidden = statusNames.filter((name) => !chosen[name]).map((name) => words[name]);
      change('ohne', hidden.join(','));
    },
    page: Number.isInteger(wanted) && wanted >= 1 && wanted <= 100_000 ? wanted : 1,
    setPage: (page: number, options?: { replace?: boolean }) => change('seite', page > 1 ? String(page) : '', options),
  };
}
