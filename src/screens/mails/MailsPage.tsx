import Box from '@mui/material/Box';
import { Suspense, useRef } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadMoreButton } from '../../web/ui/buttons/LoadMoreButton.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { useFocusOnMore } from '../../web/ui/buttons/useFocusOnMore.ts';
import { stateNames, useMailFilters, useMails, type MailFilters } from './useMails.ts';

// These components are loaded after the page, because they are larger than the rest of the page.
const MailFilter = lazyComponent('MailFilter', () => import('./MailFilter.tsx'));
const MailTable = lazyComponent('MailTable', () => import('./MailTable.tsx'));

/** /mails: every mail with its state, newest first. The filters are part of the URL. */
export default function MailsPage() {
  const { filters, setFilters } = useMailFilters();
  const mails = useMails(filters);
  const rows = mails.data?.pages.flatMap((page) => page.data);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useFocusOnMore(list, '[data-entry]', rows?.length ?? 0);
  const { person, state } = filters;
  const chips = [
    ...(person ? [{ label: `Person: ${person}`, clear: () => setFilters({ ...filters, person: '' }) }] : []),
    ...(state
      ? [{ label: `Zustand: ${stateNames[state].label}`, clear: () => setFilters({ ...filters, state: '' }) }]
      : []),
  ];
  const showMore = async () => {
    focusNext();
    await mails.fetchNextPage();
  };
  return (
    <>
      <PageHeader dense title="E-Mails">
        Was an wen gegangen ist und was noch wartet. Mails, die nicht ankommen, werden einen Tag lang wieder versucht.
        Was in ihnen steht, zeigt diese Seite nicht.
      </PageHeader>
      <Box className="no-print" sx={{ minHeight: { xs: 120, sm: 76 } }}>
        <Suspense>
          <MailFilter appliedFilters={filters} onSearch={setFilters} />
        </Suspense>
      </Box>
      <Box className="no-print" sx={{ display: 'grid', alignItems: 'center', minHeight: { sm: 36 } }}>
        <FilterChips chips={chips} />
      </Box>
      {mails.isLoading && <Loading blocks={15} height={24} />}
      <div ref={list}>
        {rows && rows.length > 0 && (
          <Suspense fallback={<Loading blocks={15} height={24} />}>
            <MailTable mails={rows} />
          </Suspense>
        )}
      </div>
      {rows?.length === 0 && <NoMails filters={filters} />}
      {mails.isError && (
        <ErrorNotice
          error={mails.error}
          retry={() => void (mails.isFetchNextPageError ? mails.fetchNextPage() : mails.refetch())}
        />
      )}
      {mails.hasNextPage && !mails.isError && (
        <LoadMoreButton busy={mails.isFetchingNextPage} onMore={() => void showMore()} />
      )}
    </>
  );
}

/** Takes the place of an empty list. That nothing is undelivered is good news, not a search without a result. */
function NoMails({ filters: { person, state } }: { filters: MailFilters }) {
  if (state === 'undelivered' && !person)
    return (
      <EmptyState picture="lens" title="Alle gesendeten E-Mails sind angekommen">
        Keine ist gescheitert, und keine wird wieder versucht.
      </EmptyState>
    );
  return (
    <EmptyState picture="lens" title="Keine E-Mails gefunden">
      {state === 'undelivered'
        ? 'Zu diesem Namen ist keine E-Mail gescheitert, und keine wird wieder versucht.'
        : 'Ein anderer Name oder weniger Filter zeigen vielleicht mehr.'}
    </EmptyState>
  );
}
