import Card from '@mui/material/Card';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useId, useState } from 'react';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useLatest } from '../../web/useLatest.ts';
import { useOpened } from '../../web/address/useOpened.ts';
import { DataTable, type Order } from '../../web/ui/tables/DataTable.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { OpeningNotice } from '../../web/ui/notices/OpeningNotice.tsx';
import type { FoundOrder, FoundParticipant } from '../../features/participants/contract.ts';
import { foundColumns } from './foundColumns.tsx';
import { FoundRowEnd } from './FoundRowEnd.tsx';

const ParticipantPanel = lazyComponent('ParticipantPanel', () => import('./ParticipantPanel.tsx'));
const ParticipantDetails = lazyComponent('ParticipantDetails', () => import('./ParticipantDetails.tsx'));

interface Props {
  /** A page of the participants found. */
  hits: readonly FoundParticipant[];
  /** The only one found, whose details open by themselves. */
  alone: boolean;
  /** Offers an admin's actions on participants and their appointments. */
  administers: boolean;
  order: FoundOrder;
  onOrder: (order: FoundOrder) => void;
  /** Called when a participant or their documents have changed; resolves once the screen shows the server's state. */
  onChanged: (participant: FoundParticipant) => Promise<void>;
}

/**
 * A page of the participants found (reference 8.3). Details open beside the list, at an address of their own; those of
 * the only one found stand below the row. After each change the search is repeated (reference 8.8).
 */
export default function FoundList({ hits, alone, administers, order, onOrder, onChanged }: Props) {
  const { opened, open, close } = useOpened('person');
  const [only] = alone ? hits : [];
  // Whose details below the row somebody has closed.
  const [closed, setClosed] = useState<number | null>(null);
  const shownBelow = only && only.participantId !== closed ? only : undefined;
  const [failure, setFailure] = useState<{ who: string; error: unknown } | null>(null);
  const details = useId();
  const toggle = ({ participantId: id }: FoundParticipant) => {
    if (alone) setClosed(closed === id ? null : id);
    else open(id);
  };
  const handlersRef = useLatest({ onChanged, toggle });
  const expanded = shownBelow !== undefined;
  const rowEnd = useCallback(
    (participant: FoundParticipant) => (
      <FoundRowEnd
        participant={participant}
        administers={administers}
        below={alone ? { expanded, id: details } : undefined}
        onOpen={() => handlersRef.current.toggle(participant)}
        onChanged={() => handlersRef.current.onChanged(participant)}
        onFailure={(error) => setFailure(error === null ? null : { who: participant.fullName, error })}
      />
    ),
    [administers, alone, details, expanded, handlersRef],
  );
  const facts = (participant: FoundParticipant) => (
    <Suspense fallback={<Loading blocks={1} height={300} />}>
      <ParticipantDetails
        participant={participant}
        administers={administers}
        onChanged={() => onChanged(participant)}
      />
    </Suspense>
  );
  return (
    <Box sx={{ '--actions-width': administers ? '212px' : '176px' }}>
      {failure && <ErrorNotice error={failure.error} message={failure.who} />}
      <DataTable
        label="Gefundene Teilnehmer:innen"
        columns={foundColumns}
        rows={hits}
        keyOf={keyOf}
        actionsOf={rowEnd}
        onOpen={toggle}
        opened={alone ? (shownBelow?.participantId ?? null) : opened}
        {...(!alone && sortingOf(order, onOrder))}
      />
      {shownBelow && (
        <Card
          key={shownBelow.participantId}
          id={details}
          component="section"
          aria-label={`Details ${shownBelow.fullName}`}
          sx={{ mt: 4, px: { xs: 4, sm: 6 }, py: 4, maxWidth: 960 }}
        >
          <Typography variant="h2" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
            {shownBelow.fullName}
          </Typography>
          {facts(shownBelow)}
        </Card>
      )}
      {!alone && opened !== null && (
        <Suspense fallback={<OpeningNotice />}>
          <ParticipantPanel participant={hits.find((hit) => hit.participantId === opened)} onClose={close}>
            {facts}
          </ParticipantPanel>
        </Suspense>
      )}
    </Box>
  );
}

/** The search's orders as the table's headings; without one the best fits come first. */
function sortingOf(order: FoundOrder, onOrder: (order: FoundOrder) => void) {
  const down = order === 'latestEnd';
  const shown: Order | undefined = order === 'fit' ? undefined : { by: down ? 'end' : order, down };
  return {
    ...(shown && { order: shown }),
    onOrder: (chosen: Order | null) => {
      if (!chosen) onOrder('fit');
      else onOrder(chosen.by === 'end' && chosen.down ? 'latestEnd' : (chosen.by as FoundOrder));
    },
  };
}

const keyOf = ({ participantId }: FoundParticipant) => participantId;
