import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useRef } from 'react';
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
  /** At least one. */
  hits: readonly FoundParticipant[];
  /** How many the server listed, and how many it found. */
  meta: { listed: number; total: number };
  /** Offers what an admin does with participants and their appointments. */
  administers: boolean;
  page: number;
  setPage: (page: number) => void;
}

/** The participants found, five to a page. After each change the search is repeated (spec coach §4). */
export function FoundList({ hits, meta, administers, page: wanted, setPage }: Props) {
  const pages = Math.max(1, Math.ceil(hits.length / pageSize));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * pageSize;
  const shown = hits.slice(first, first + pageSize);
  const list = useRef<HTMLUListElement>(null);
  const leaves = useFocusAfterDelete(
    list,
    shown.map(({ participantId }) => participantId),
  );
  return (
    <>
      {meta.total > meta.listed && (
        <Typography sx={{ mb: 4 }}>
          Es werden die ersten {meta.listed} von {meta.total.toLocaleString('de-DE')} gezeigt. Suche genauer, um die
          übrigen zu finden.
        </Typography>
      )}
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        aria-label="Gefundene Teilnehmer:innen"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, outline: 'none' }}
      >
        {shown.map((participant) => (
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
      {pages > 1 && (
        <Suspense>
          <Pager
            label="Gefundene Teilnehmer:innen"
            page={page}
            pages={pages}
            first={first}
            shown={shown.length}
            total={hits.length}
            onChange={setPage}
          />
        </Suspense>
      )}
    </>
  );
}
