import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../../shared/call.ts';
import { EmptyState } from '../../web/ui/EmptyState.tsx';
import { PagedList } from '../../web/ui/PagedList.tsx';
import { useFocusAfterDelete } from '../../web/ui/useFocusAfterDelete.ts';
import type { ownOverview } from '../contract.ts';
import { OverviewRow } from './OverviewRow.tsx';

/** Rows of a page (spec coach §9). */
export const pageSize = 15;

interface Props {
  overview: UseQueryResult<OutputOf<typeof ownOverview>>;
  asAdmin: boolean;
  page: number;
  setPage: (page: number, options?: { replace?: boolean }) => void;
}

/** A page of the overview's appointments; whoever deletes one goes on with the next. */
export function OverviewList({ overview, asAdmin, page, setPage }: Props) {
  const { data, isPlaceholderData } = overview;
  const ids = useMemo(() => data?.data.map(({ id }) => id) ?? [], [data]);
  const list = useRef<HTMLElement>(null);
  // The only row of the last page was deleted: the focus waits for the page before it.
  const settled = !isPlaceholderData && (ids.length > 0 || data?.meta.total === 0);
  const deleted = useFocusAfterDelete(list, ids, settled);
  return (
    <PagedList
      query={overview}
      nouns={['Termin', 'Termine']}
      list={list}
      pageSize={pageSize}
      page={page}
      setPage={setPage}
      empty={<NothingFound asAdmin={asAdmin} />}
    >
      {(rows) => (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
          {rows.map((row) => (
            <OverviewRow key={row.id} row={row} asAdmin={asAdmin} onDeleted={() => deleted(row.id)} />
          ))}
        </Box>
      )}
    </PagedList>
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
