import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { addDays, isDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { useAsk } from '../../web/query.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { PageHeader } from '../../web/ui/PageHeader.tsx';
import { Pager } from '../../web/ui/Pager.tsx';
import { ratingOverview, type ListedRating } from '../contract.ts';
import { RatingFilter, type Filters } from './RatingFilter.tsx';
import { RatingTile } from './RatingTile.tsx';

const pageSize = 5;

/** Ratings of the last 14 days at first; a coach's own, all for admins (spec coach §2). Filters stand in the address. */
export default function OverviewPage() {
  const { filters, page, setFilters, setPage } = useFilters();
  const ratings = useAsk(
    ratingOverview,
    {
      fromDate: filters.from,
      toDate: filters.to,
      coachId: filters.coach,
      ratingFrom: filters.lowest,
      ratingTo: filters.highest,
    },
    { keep: true },
  );
  const found = ratings.data?.data;
  return (
    <>
      <PageHeader title="Deine Bewertungen" />
      <RatingFilter key={JSON.stringify(filters)} first={filters} busy={ratings.isFetching} onSearch={setFilters} />
      {ratings.isError && <ErrorNotice error={ratings.error} retry={() => void ratings.refetch()} />}
      {ratings.isLoading && <Loading blocks={pageSize} height={72} />}
      {found && (
        <Box aria-busy={ratings.isPlaceholderData} sx={{ opacity: ratings.isPlaceholderData ? 0.6 : 1 }}>
          {found.length > 0 ? (
            <Ratings ratings={found} page={page} onPage={setPage} />
          ) : (
            <EmptyState picture="lens" title="Keine Bewertungen gefunden.">
              Ein längerer Zeitraum oder andere Sterne zeigen vielleicht mehr.
            </EmptyState>
          )}
        </Box>
      )}
    </>
  );
}

interface ListProps {
  ratings: readonly ListedRating[];
  page: number;
  onPage: (page: number) => void;
}

function Ratings({ ratings, page: wanted, onPage }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const pages = Math.ceil(ratings.length / pageSize);
  const page = Math.min(wanted, pages);
  const first = (page - 1) * pageSize;
  const shown = ratings.slice(first, first + pageSize);
  return (
    <>
      <Box ref={list} tabIndex={-1} sx={{ display: 'grid', gap: 3, outline: 'none' }}>
        {shown.map((rating) => (
          <RatingTile key={rating.ratingId} rating={rating} />
        ))}
      </Box>
      <Pager
        label="Bewertungen"
        {...{ page, pages, first }}
        shown={shown.length}
        total={ratings.length}
        onChange={(chosen) => {
          onPage(chosen);
          list.current?.focus();
        }}
      />
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
  };
  const page = Math.max(1, Math.trunc(Number(search.get('seite'))) || 1);
  const asText = ({ from, to, lowest, highest, coach: id }: Filters) => ({
    ...{ von: from, bis: to, sterneVon: String(lowest), sterneBis: String(highest) },
    ...(id === null ? {} : { coach: String(id) }),
  });
  return {
    filters,
    page,
    setFilters: (next: Filters) => setSearch(asText(next)),
    setPage: (next: number) => setSearch({ ...asText(filters), seite: String(next) }),
  };
}
