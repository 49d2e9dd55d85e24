import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { roleOfId } from '../../shared/roles.ts';
import { invalidate, useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { useSession } from '../../web/session.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { PagedList } from '../../web/ui/tables/PagedList.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { searchAllParticipants, searchOwnParticipants } from '../../features/participants/contract.ts';
import { SearchForm } from './SearchForm.tsx';
import { useSearchChips } from './useSearchChips.ts';
import { canSearch, statusFilters, useSearch } from './useSearch.ts';

// Loaded after the page, because it has more code than the rest of the page.
const SearchResults = lazyComponent('SearchResults', () => import('./SearchResults.tsx'));
const InviteDialog = lazyComponent('InviteDialog', () => import('./InviteDialog.tsx'));

/** The default number of participants on a page (reference 8.3). */
const defaultPageSize = 5;

/**
 * The search for participants (reference 8.3). Coaches can search among their own participants, speed coaches and
 * admins among all participants. Only admins can change a participant's data.
 */
export default function SearchPage() {
  const { user } = useSession();
  const asAdmin = user !== null && roleOfId(user.role.value) === 'admin';
  const searchesAll = asAdmin || Boolean(user?.isSpeedCoach);
  const [isInviting, setInviting] = useState(false);
  const { criteria, search, isStatusShown, setStatusShown, reset, order, setOrder, page, setPage } = useSearch();
  const usedCriteria = searchesAll ? criteria : { ...criteria, date: '', coachId: null };
  const { text, date, coachId, locationId, endFrom, endTill, listsAll } = usedCriteria;
  const isSearching = canSearch(usedCriteria);
  const shownStatuses = statusFilters.filter(({ name }) => isStatusShown(name));
  const sizing = usePageSize('teilnehmer', defaultPageSize);
  const commonInput = {
    searchString: text,
    // Of an e-mail address, only the part before the @ or the whole address can match.
    mailbox: true,
    locationId,
    endFrom,
    endTill,
    all: listsAll,
    status: shownStatuses.length === 1 ? shownStatuses[0]?.status : null,
    sort: order,
    page,
    pageSize: sizing.pageSize,
  };
  const fullInput = { ...commonInput, date, coachId };
  const allResults = useApiQuery(searchAllParticipants, fullInput, {
    enabled: isSearching && searchesAll,
    keepPrevious: true,
  });
  const ownResults = useApiQuery(searchOwnParticipants, commonInput, {
    enabled: isSearching && !searchesAll,
    keepPrevious: true,
  });
  const results = searchesAll ? allResults : ownResults;
  // Without a search, no counts are shown, even if the last response is still cached.
  const counts = isSearching ? results.data?.meta.counts : undefined;
  const total = counts && shownStatuses.reduce((sum, { countKey }) => sum + counts[countKey], 0);
  const list = useRef<HTMLElement>(null);
  const ids = useMemo(() => results.data?.data.map(({ participantId }) => participantId) ?? [], [results.data]);
  // If the only row of the last page has disappeared, the focus waits until the previous page is loaded.
  const expectRemoval = useFocusAfterDelete(list, ids, !results.isPlaceholderData && (ids.length > 0 || total === 0));
  const chips = useSearchChips(usedCriteria, search, { isStatusShown, setStatusShown, reset });
  const empty = (
    <EmptyState picture="lens" title="Es konnten keine Teilnehmer:in gefunden werden">
      {text
        ? 'Prüfe die Schreibweise oder suche nach der E-Mail-Adresse oder der Telefonnummer.'
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
        {statusFilters.map(({ name, countKey }) => (
          <FormControlLabel
            key={name}
            label={counts ? `${name} (${counts[countKey].toLocaleString('de-DE')})` : name}
            control={
              <Checkbox
                size="small"
                sx={{ py: 1 }}
                checked={isStatusShown(name)}
                onChange={({ target }) => setStatusShown(name, target.checked)}
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
      <PageHeader
        dense
        title="Teilnehmersuche"
        actions={
          asAdmin && (
            <>
              <Button variant="outlined" onClick={() => setInviting(true)}>
                Teilnehmer:in einladen
              </Button>
              <Button component={Link} to="/invite" variant="outlined">
                Mehrere einladen
              </Button>
            </>
          )
        }
      >
        {searchesAll
          ? 'Gesucht wird unter allen Teilnehmer:innen: nach Namen, E-Mail-Adresse oder Telefonnummer, nach dem Tag oder dem Coach ihrer Termine.'
          : 'Gesucht wird unter allen, die einen Termin mit dir haben oder hatten, nach Namen, E-Mail-Adresse oder Telefonnummer.'}
      </PageHeader>
      <SearchForm
        appliedCriteria={criteria}
        hasAppointmentFields={searchesAll}
        busy={results.isFetching}
        onSearch={(next) => {
          // Repeating the same search does not change the URL, so the results have to be refetched here.
          if (JSON.stringify(next) === JSON.stringify(criteria)) void results.refetch();
          search(next);
        }}
      />
      <PagedList
        query={results}
        nouns={['Teilnehmer:in', 'Teilnehmer:innen']}
        label="Suchergebnis"
        list={list}
        pageSize={sizing.pageSize}
        pageSizes={{
          ...sizing,
          choosePageSize: (size) => {
            sizing.choosePageSize(size);
            setPage(1);
          },
        }}
        page={page}
        setPage={setPage}
        filterControls={tools}
        emptyState={empty}
        {...(total !== undefined && { total })}
        filtersInvalid={!isSearching || shownStatuses.length === 0}
      >
        {(participants) => (
          <SearchResults
            participants={participants}
            isSingleResult={total === 1}
            asAdmin={asAdmin}
            order={order}
            onOrder={setOrder}
            onChanged={({ participantId }) => {
              expectRemoval(participantId);
              return invalidate(searchOwnParticipants, searchAllParticipants);
            }}
          />
        )}
      </PagedList>
      {isSearching && shownStatuses.length === 0 && empty}
      {isInviting && (
        <Suspense fallback={<LoadingNotice />}>
          <InviteDialog onClosed={() => setInviting(false)} />
        </Suspense>
      )}
    </>
  );
}
