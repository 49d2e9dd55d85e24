import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Box from '@mui/material/Box';
import { Suspense, useMemo, useRef } from 'react';
import { roleOfId } from '../../shared/roles.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PagedList } from '../../web/ui/tables/PagedList.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { searchAll, searchOwn } from '../../features/participants/contract.ts';
import { SearchForm } from './SearchForm.tsx';
import { useSearchChips } from './useSearchChips.ts';
import { isSearch, statuses, useSearch } from './useSearch.ts';

// Loaded after the page: it weighs more than the rest of it.
const SearchResults = lazyComponent('SearchResults', () => import('./SearchResults.tsx'));

/** The default number of participants on a page (reference 8.3). */
const standardSize = 5;

/**
 * The search for participants (reference 8.3), for coaches and admins: coaches search their own participants, speed
 * coaches and admins all of them; only admins get actions.
 */
export default function SearchPage() {
  const { user } = useSession();
  const asAdmin = user !== null && roleOfId(user.role.value) === 'admin';
  const everybody = asAdmin || Boolean(user?.isSpeedCoach);
  const { criteria, search, shows, show, reset, order, setOrder, page, setPage } = useSearch();
  const asked = everybody ? criteria : { ...criteria, date: '', coach: null };
  const { text, date, coach, location: locationId, endFrom, endTill, all: listsAll } = asked;
  const wanted = isSearch(asked);
  const shown = statuses.filter(({ name }) => shows(name));
  const sizing = usePageSize('teilnehmer', standardSize);
  const part = {
    searchString: text,
    mailbox: true,
    locationId,
    endFrom,
    endTill,
    all: listsAll,
    status: shown.length === 1 ? shown[0]?.status : null,
    sort: order,
    page,
    pageSize: sizing.pageSize,
  };
  const all = useApiQuery(searchAll, { ...part, date, coachId: coach }, { enabled: wanted && everybody, keep: true });
  const own = useApiQuery(searchOwn, part, { enabled: wanted && !everybody, keep: true });
  const answer = everybody ? all : own;
  // Without a search there are no counts, although the last answer may still be cached.
  const counts = wanted ? answer.data?.meta.counts : undefined;
  const total = counts && shown.reduce((sum, { count }) => sum + counts[count], 0);
  const list = useRef<HTMLElement>(null);
  const ids = useMemo(() => answer.data?.data.map(({ participantId }) => participantId) ?? [], [answer.data]);
  // If the only row of the last page has left, the focus waits for the previous page.
  const mayLeave = useFocusAfterDelete(list, ids, !answer.isPlaceholderData && (ids.length > 0 || total === 0));
  const chips = useSearchChips(asked, search, { shows, show, reset });
  const empty = (
    <EmptyState picture="lens" title="Es konnten keine Teilnehmer:in gefunden werden">
      {text
        ? 'Prüfe die Schreibweise oder suche nach der E-Mail-Adresse.'
        : 'Mit anderen Filtern gibt es vielleicht mehr.'}
    </EmptyState>
  );
  const tools = (
    <>
      <Box
        role="group"
        aria-label="Status"
        className="no-print"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}
      >
        {statuses.map(({ name, count }) => (
          <FormControlLabel
            key={name}
            label={counts ? `${name} (${counts[count].toLocaleString('de-DE')})` : name}
            control={
              <Checkbox
                size="small"
                sx={{ py: 1 }}
                checked={shows(name)}
                onChange={({ target }) => show(name, target.checked)}
              />
            }
          />
        ))}
      </Box>
      <FilterChips {...chips} />
    </>
  );
  return (
    <>
      <PageHeader dense title="Teilnehmersuche">
        {everybody
          ? 'Gesucht wird unter allen Teilnehmer:innen: nach Namen oder E-Mail-Adresse, nach dem Tag oder dem Coach ihrer Termine.'
          : 'Gesucht wird unter allen, die einen Termin mit dir haben oder hatten, nach Namen oder E-Mail-Adresse.'}
      </PageHeader>
      <SearchForm
        chosen={criteria}
        full={everybody}
        busy={answer.isFetching}
        onSearch={(next) => {
          if (JSON.stringify(next) === JSON.stringify(criteria)) void answer.refetch();
          search(next);
        }}
      />
      <PagedList
        query={answer}
        nouns={['Teilnehmer:in', 'Teilnehmer:innen']}
        label="Suchergebnis"
        list={list}
        pageSize={sizing.pageSize}
        sizing={{
          ...sizing,
          choosePageSize: (size) => {
            sizing.choosePageSize(size);
            setPage(1);
          },
        }}
        page={page}
        setPage={setPage}
        tools={tools}
        empty={empty}
        {...(total !== undefined && { total })}
        off={!wanted || shown.length === 0}
      >
        {(participants) => (
          <Suspense fallback={<Loading blocks={Math.min(participants.length, 15)} height={24} />}>
            <SearchResults
              participants={participants}
              single={total === 1}
              asAdmin={asAdmin}
              order={order}
              onOrder={setOrder}
              onChanged={({ participantId }) => {
                mayLeave(participantId);
                return invalidate(searchOwn, searchAll);
              }}
            />
          </Suspense>
        )}
      </PagedList>
      {wanted && shown.length === 0 && empty}
    </>
  );
}
