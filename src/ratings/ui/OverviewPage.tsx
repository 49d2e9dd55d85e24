import Box from '@mui/material/Box';
import { Suspense, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, isDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { lazyPart } from '../../web/chunk.ts';
import { roles } from '../../shared/roles.ts';
import { useAsk } from '../../web/query.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PagedList } from '../../web/ui/PagedList.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { ratingOverview } from '../contract.ts';
import type { Filters } from './RatingFilter.tsx';

// The page stands while its filters and its list are on their way: both weigh more than the rest.
const RatingTile = lazyPart('RatingTile', async () => ({ default: (await import('./RatingTile.tsx')).RatingTile }));
const AnalyticsBlock = lazyPart('AnalyticsBlock', () => import('./AnalyticsBlock.tsx'));
const RatingFilter = lazyPart('RatingFilter', async () => ({
  default: (await import('./RatingFilter.tsx')).RatingFilter,
}));

/** The spec's five a page. */
const pageSize = 5;

/** Ratings of the last 14 days at first; a coach's own, all for admins (spec coach §2). Filters stand in the address. */
export default function OverviewPage() {
  const { filters, page, setFilters, setPage } = useFilters();
  const asAdmin = useSession().user?.role.value === roles.admin.value;
  const input = {
    fromDate: filters.from,
    toDate: filters.to,
    coachId: filters.coach,
    ratingFrom: filters.lowest,
    ratingTo: filters.highest,
    ...(filters.name ? { participantName: filters.name } : {}),
  };
  const ratings = useAsk(ratingOverview, { ...input, page, pageSize }, { keep: true });
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <PageHeader title="Deine Bewertungen" />
      <Box
        className="no-print"
        sx={{ minHeight: asAdmin ? { xs: 528, sm: 300, md: 152 } : { xs: 380, sm: 228, md: 80 } }}
      >
        <Suspense>
          <RatingFilter chosen={filters} busy={ratings.isFetching} onSearch={setFilters} />
        </Suspense>
      </Box>
      {asAdmin && (
        <Suspense fallback={<Loading blocks={1} height={64} />}>
          <AnalyticsBlock filters={input} />
        </Suspense>
      )}
      <PagedList
        query={ratings}
        nouns={['Bewertung', 'Bewertungen']}
        {...{ list, pageSize, page, setPage }}
        empty={
          <EmptyState picture="lens" title="Keine Bewertungen gefunden.">
            Ein längerer Zeitraum oder andere Sterne zeigen vielleicht mehr.
          </EmptyState>
        }
      >
        {(rows) => (
          <Suspense fallback={<Loading blocks={pageSize} height={72} />}>
            <Box sx={{ display: 'grid', gap: 3 }}>
              {rows.map((rating) => (
                <RatingTile key={rating.ratingId} rating={rating} />
              ))}
            </Box>
          </Suspense>
        )}
      </PagedList>
    </>
  );
}

/** The filters of the address; what is missing or wrong there is the default of spec coach §3. */
function useFilters() {
  const [search, setSearch] = useSearchParams();
  const today = useNow().date;
  const day = (name: string, usual: string) => {
    const given = search.get(name) ?? '';
    return isDate(given) ? given : usual;
  };
  const stars = (name: string, usual: number) => {
    const given = Number(search.get(name));
    return Number.isInteger(given) && given >= 1 && given <= 5 ? given : usual;
  };
  const coach = Number(search.get('coach'));
  const filters: Filters = {
    from: day('von', addDays(today, -14)),
    to: day('bis', today),
    lowest: stars('sterneVon', 1),
    highest: stars('sterneBis', 5),
    coach: Number.isInteger(coach) && coach > 0 ? coach : null,
    name: (search.get('name') ?? '').slice(0, 200),
  };
  const page = Math.max(1, Math.trunc(Number(search.get('seite'))) || 1);
  const asText = ({ from, to, lowest, highest, coach: id, name }: Filters) => ({
    ...{ von: from, bis: to, sterneVon: String(lowest), sterneBis: String(highest) },
    ...(id === null ? {} : { coach: String(id) }),
    ...(name ? { name } : {}),
  });
  return {
    filters,
    page,
    setFilters: (next: Filters) => setSearch(asText(next)),
    setPage: (next: number, options: { replace?: boolean } = {}) =>
      setSearch(
        { ...asText(filters), ...(next > 1 ? { seite: String(next) } : {}) },
        { ...options, preventScrollReset: true },
      ),
  };
}
