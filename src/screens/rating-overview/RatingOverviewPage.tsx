import Box from '@mui/material/Box';
import { Suspense, useRef } from 'react';
import { addDays } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { maxLengths } from '../../shared/lengths.ts';
import { roles } from '../../shared/roles.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import {
  dayParam,
  idParam,
  oneOfParam,
  pageParam,
  textParam,
  useSearchFilters,
  wholeNumberParam,
} from '../../web/address/searchFilters.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PagedList } from '../../web/ui/tables/PagedList.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { ratingOrders, getRatingOverview, type RatingOrder } from '../../features/ratings/contract.ts';
import type { RatingFilters } from './RatingFilter.tsx';
import { useRatingChips } from './useRatingChips.ts';

// Loaded after the page, because the filters and the list have more code than the rest of the page.
const RatingList = lazyComponent('RatingList', () => import('./RatingList.tsx'));
const AnalyticsBlock = lazyComponent('AnalyticsBlock', () => import('./AnalyticsBlock.tsx'));
const RatingFilter = lazyComponent('RatingFilter', async () => ({
  default: (await import('./RatingFilter.tsx')).RatingFilter,
}));

/** The default number of ratings on a page (reference 6.6). */
const defaultPageSize = 5;

/**
 * The list of ratings, by default of the last 14 days (reference 6.6). Coaches see their own ratings, admins see all
 * ratings. The filters are part of the URL.
 */
export default function RatingOverviewPage() {
  const { filters, order, page, setFilters, setOrder, reset, setPage } = useRatingFilters();
  const asAdmin = useSession().user?.role.value === roles.admin.value;
  const input = {
    fromDate: filters.from,
    toDate: filters.to,
    coachId: filters.coachId,
    ratingFrom: filters.minStars,
    ratingTo: filters.maxStars,
    ...(filters.name ? { participantName: filters.name } : {}),
  };
  const sizing = usePageSize('bewertungen', defaultPageSize);
  const { pageSize } = sizing;
  const ratings = useApiQuery(getRatingOverview, { ...input, sort: order, page, pageSize }, { keepPrevious: true });
  const chips = useRatingChips(filters, setFilters, asAdmin);
  const list = useRef<HTMLElement>(null);
  return (
    <>
      <PageHeader dense title="Deine Bewertungen" />
      <Box
        className="no-print"
        sx={{
          mb: 3,
          minHeight: asAdmin ? { xs: 260, sm: 156, md: 104 } : { xs: 156, sm: 52 },
          ...(asAdmin && { '@media (min-width: 1400px)': { minHeight: 52 } }),
        }}
      >
        <Suspense>
          <RatingFilter appliedFilters={filters} busy={ratings.isFetching} onSearch={setFilters} />
        </Suspense>
      </Box>
      {asAdmin && (
        <Box sx={{ minHeight: { md: 896 } }}>
          <Suspense fallback={<Loading blocks={1} height={50} />}>
            <AnalyticsBlock filters={input} />
          </Suspense>
        </Box>
      )}
      <PagedList
        query={ratings}
        nouns={['Bewertung', 'Bewertungen']}
        pageSizes={{
          ...sizing,
          choosePageSize: (size) => {
            sizing.choosePageSize(size);
            setPage(1);
          },
        }}
        list={list}
        pageSize={pageSize}
        page={page}
        setPage={setPage}
        filterControls={<FilterChips chips={chips} onReset={reset} />}
        emptyState={
          <EmptyState picture="lens" title="Keine Bewertungen gefunden.">
            Ein längerer Zeitraum oder andere Sterne zeigen vielleicht mehr.
          </EmptyState>
        }
      >
        {(rows) => <RatingList ratings={rows} asAdmin={asAdmin} order={order} onOrder={setOrder} />}
      </PagedList>
    </>
  );
}

const orderNamesInUrl: Record<RatingOrder, string> = {
  newest: 'neueste',
  oldest: 'aelteste',
  best: 'beste',
  worst: 'schlechteste',
};

/** A parameter for a number of stars; unlike others, it is written to the URL even if it is the default. */
const starsParam = (name: string, defaultStars: number) => ({
  ...wholeNumberParam(name, 5, defaultStars),
  write: String,
});

/** The filters, order and page, kept in the URL (defaults in reference 6.6). New filters scroll to the top. */
function useRatingFilters() {
  const today = useNow().date;
  const { filters: allFilters, setFilters } = useSearchFilters<RatingFilters & { order: RatingOrder; page: number }>({
    from: dayParam('von', addDays(today, -14)),
    to: dayParam('bis', today),
    minStars: starsParam('sterneVon', 1),
    maxStars: starsParam('sterneBis', 5),
    coachId: idParam('coach'),
    name: textParam('name', maxLengths.search),
    order: oneOfParam('sortierung', ratingOrders, 'newest', (order) => orderNamesInUrl[order]),
    page: pageParam,
  });
  const { page, order, ...filters } = allFilters;
  return {
    filters,
    order,
    page,
    setOrder: (next: RatingOrder) => setFilters({ order: next }),
    /** Clears all filters except the days. */
    reset: () => setFilters({ minStars: 1, maxStars: 5, coachId: null, name: '' }),
    setFilters: (next: RatingFilters) => setFilters(next, { preventScrollReset: false }),
    setPage: (next: number, options?: { replace?: boolean }) => setFilters({ ...filters, page: next }, options),
  };
}
