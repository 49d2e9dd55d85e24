import Card from '@mui/material/Card';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { personParts } from '../../features/accounts/ui/searchAddress.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useLatest } from '../../web/useLatest.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import { DataTable, type Order } from '../../web/ui/tables/DataTable.tsx';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { HitOrder, ParticipantHit } from '../../features/participants/contract.ts';
import { BringIntoSight } from './BringIntoSight.tsx';
import { phoneLines, resultColumns } from './resultColumns.tsx';
import { ResultRowActions } from './ResultRowActions.tsx';

const ParticipantPanel = lazyComponent('ParticipantPanel', () => import('./ParticipantPanel.tsx'));
const ParticipantDetails = lazyComponent('ParticipantDetails', () => import('./ParticipantDetails.tsx'));

interface Props {
  /** The participants on this page of the results. */
  participants: readonly ParticipantHit[];
  /** Whether the search found only one participant. Their details open automatically. */
  isSingleResult: boolean;
  /** Whether to offer an admin's actions on participants and their appointments. */
  asAdmin: boolean;
  order: HitOrder;
  onOrder: (order: HitOrder) => void;
  /** Called when a participant or their documents have changed; resolves once the screen shows the server's data. */
  onChanged: (participant: ParticipantHit) => Promise<void>;
}

/**
 * A page of search results (reference 8.3). The details of a participant open beside the list and have their own URL.
 * The details of a single result are shown below its row. After each change the search is repeated (reference 8.8).
 */
export default function SearchResults({ participants, isSingleResult, asAdmin, order, onOrder, onChanged }: Props) {
  const { openId, openEntry, close } = useOpenEntry('person');
  const [singleResult] = isSingleResult ? participants : [];
  // The id of the single participant if their details have been closed.
  const [closedId, setClosedId] = useState<number | null>(null);
  const expandedResult = singleResult && singleResult.participantId !== closedId ? singleResult : undefined;
  const [failure, setFailure] = useState<{ participantName: string; error: unknown } | null>(null);
  const detailsId = useId();
  const results = useRef<HTMLDivElement>(null);
  const toggle = ({ participantId: id }: ParticipantHit) => {
    if (isSingleResult) setClosedId(closedId === id ? null : id);
    else openEntry(id);
  };
  const handlersRef = useLatest({ onChanged, toggle });
  const isExpanded = expandedResult !== undefined;
  const isPhone = !useMinWidth(600);
  const documentsOpen = useLocation().hash === personParts.documents && isSingleResult;
  const rowActions = useCallback(
    (participant: ParticipantHit) => (
      <ResultRowActions
        participant={participant}
        asAdmin={asAdmin}
        documentsOpen={documentsOpen}
        detailsBelow={isSingleResult ? { isExpanded, id: detailsId } : undefined}
        onOpen={() => handlersRef.current.toggle(participant)}
        onChanged={() => handlersRef.current.onChanged(participant)}
        onFailure={(error) => setFailure(error === null ? null : { participantName: participant.fullName, error })}
      />
    ),
    [asAdmin, isSingleResult, detailsId, isExpanded, documentsOpen, handlersRef],
  );
  const renderDetails = (participant: ParticipantHit) => (
    <Suspense fallback={<Loading blocks={1} height={300} />}>
      <ParticipantDetails participant={participant} asAdmin={asAdmin} onChanged={() => onChanged(participant)} />
      {/* Waits for the details, before which the page is too short. */}
      {isSingleResult && <BringIntoSight target={results} />}
    </Suspense>
  );
  return (
    <Box ref={results} sx={{ '--actions-width': asAdmin ? '212px' : '176px', scrollMarginTop: '72px' }}>
      {failure && <ErrorNotice error={failure.error} message={failure.participantName} />}
      <DataTable
        label="Gefundene Teilnehmer:innen"
        columns={resultColumns}
        rows={participants}
        keyOf={keyOf}
        phoneLines={phoneLines}
        actionsOf={rowActions}
        onOpen={toggle}
        // On a phone a single result, whose details are below it, has a button that closes them.
        canOpen={() => !isPhone || !isSingleResult}
        openKey={isSingleResult ? (expandedResult?.participantId ?? null) : openId}
        panel={
          !isSingleResult &&
          openId !== null && (
            <Suspense fallback={<LoadingNotice />}>
              <ParticipantPanel
                participant={participants.find((participant) => participant.participantId === openId)}
                onClose={close}
              >
                {renderDetails}
              </ParticipantPanel>
            </Suspense>
          )
        }
        {...(!isSingleResult && toSortingProps(order, onOrder))}
      />
      {expandedResult && (
        <Card
          key={expandedResult.participantId}
          id={detailsId}
          component="section"
          aria-label={`Details ${expandedResult.fullName}`}
          sx={{ mt: 4, px: { xs: 4, sm: 6 }, py: 4, maxWidth: 960 }}
        >
          <Typography variant="h2" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
            {expandedResult.fullName}
          </Typography>
          {renderDetails(expandedResult)}
        </Card>
      )}
    </Box>
  );
}

/** Returns the table's props that show and change the order of the results. By default the best matches come first. */
function toSortingProps(order: HitOrder, onOrder: (order: HitOrder) => void) {
  const isDescending = order === 'latestEnd';
  const tableOrder: Order | undefined =
    order === 'fit' ? undefined : { by: isDescending ? 'end' : order, isDescending };
  return {
    ...(tableOrder && { order: tableOrder }),
    onOrder: (newOrder: Order | null) => {
      if (!newOrder) onOrder('fit');
      else onOrder(newOrder.by === 'end' && newOrder.isDescending ? 'latestEnd' : (newOrder.by as HitOrder));
    },
  };
}

const keyOf = ({ participantId }: ParticipantHit) => participantId;
