import Box from '@mui/material/Box';
import { Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { lazyPart } from '../../web/chunk.ts';
import { renew } from '../../web/query.ts';
import { useFocusAfterDelete } from '../../web/ui/useFocusAfterDelete.ts';
import { searchAll, searchOwn, type FoundParticipant } from '../contract.ts';
import { ParticipantCard } from './ParticipantCard.tsx';

// Most searches find one page.
const Pager = lazyPart('Pager', async () => ({ default: (await import('../../web/ui/Pager.tsx')).Pager }));

/** Participants of a page (spec coach §9). */
export const pageSize = 5;

interface Props {
  /** A page of them. */
  hits: readonly FoundParticipant[];
  /** How many there are in all. */
  total: number;
  /** What stands there when nobody is found. */
  empty: ReactNode;
  /** False while another page is on its way. */
  ready: boolean;
  /** Offers what an admin does with participants and their appointments. */
  administers: boolean;
  page: number;
  setPage: (page: number) => void;
}

/** The participants found, five to a page. After each change the search is repeated (spec coach §4). */
export function FoundList({ hits, total, empty, ready, administers, page, setPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The last one of the last page may be gone.
  const beyond = ready && page > pages;
  useEffect(() => {
    if (beyond) setPage(pages);
  }, [beyond, pages, setPage]);
  const list = useRef<HTMLElement>(null);
  const ids = useMemo(() => hits.map(({ participantId }) => participantId), [hits]);
  const leaves = useFocusAfterDelete(list, ids, ready && !beyond);
  return (
    // Stays when the last one goes, and takes the focus then.
    <Box component="section" ref={list} tabIndex={-1} aria-label="Suchergebnis" sx={{ outline: 'none' }}>
      {total === 0 && empty}
      {total > 0 && (
        <Box
          component="ul"
          aria-label="Gefundene Teilnehmer:innen"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}
        >
          {hits.map((participant) => (
            <ParticipantCard
              key={participant.participantId}
              participant={participant}
              administers={administers}
              onChanged={() => {
                leaves(participant.participantId);
                void renew(searchOwn, searchAll);
              }}
            />
          ))}
        </Box>
      )}
      {pages > 1 && (
        <Suspense>
          <Pager
            label="Gefundene Teilnehmer:innen"
            page={page}
            pages={pages}
            first={(page - 1) * pageSize}
            shown={hits.length}
            total={total}
            onChange={setPage}
          />
        </Suspense>
      )}
    </Box>
  );
}
