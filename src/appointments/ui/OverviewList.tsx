import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../../shared/call.ts';
import { count } from '../../shared/german.ts';
import { lazyPart } from '../../web/chunk.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { ErrorNotice } from '../../web/ui/ErrorNotice.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { useFocusAfterDelete } from '../../web/ui/useFocusAfterDelete.ts';
import type { ownOverview } from '../contract.ts';
import { OverviewRow } from './OverviewRow.tsx';

// Most overviews have one page.
const Pager = lazyPart('Pager', async () => ({ default: (await import('../../web/ui/Pager.tsx')).Pager }));

/** Rows of a page (spec coach §9). */
export const pageSize = 15;

interface Props {
  overview: UseQueryResult<OutputOf<typeof ownOverview>>;
  asAdmin: boolean;
  page: number;
  setPage: (page: number, options?: { replace?: boolean }) => void;
}

/** A page of the overview as it comes: skeleton, error, nothing, or rows with the pages below them. */
export function OverviewList({ overview, asAdmin, page, setPage }: Props) {
  const rows = overview.data?.data;
  const { total = 0 } = overview.data?.meta ?? {};
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
          {total === 0 && <NothingFound asAdmin={asAdmin} />}
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {rows.map((row) => (
              <OverviewRow key={row.id} row={row} asAdmin={asAdmin} onDeleted={() => deleted(row.id)} />
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

function NothingFound({ asAdmin }: { asAdmin: boolean }) {
  const create = (
    <Button component={Link} to={asAdmin ? '/new-appointment-admin' : '/new-appointment-coach'} variant="contained">
      Termin erstellen
    </Button>
  );
  return (
    <EmptyState picture="calendar" title="Keine Termine gefunden" action={create}>
      Ein anderer Zeitraum oder ein weiterer Status zeigt vielleicht mehr.
    </EmptyState>
  );
}
