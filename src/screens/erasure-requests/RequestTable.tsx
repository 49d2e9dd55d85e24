import Box from '@mui/material/Box';
import { Suspense, useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { dateOf, germanDate } from '../../shared/berlin.ts';
import { useNow } from '../../web/clock.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useLatest } from '../../web/useLatest.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import { DataTable, type Column } from '../../web/ui/tables/DataTable.tsx';
import { EmailLink } from '../../web/ui/layout/EmailLink.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import { personSearchPath } from '../../features/accounts/ui/searchAddress.ts';
import type { OpenErasureRequest } from '../../features/own-data/erasure/contract.ts';
import { DueChip } from './DueChip.tsx';

const RequestPanel = lazyComponent('RequestPanel', () => import('./RequestPanel.tsx'));

interface Props {
  requests: readonly OpenErasureRequest[];
  /** Opens the dialog in which the admin refuses a request with a reason. */
  onRefuse: (request: OpenErasureRequest) => void;
}

/** Lists the open requests by due date. A panel beside the list shows the chosen request with its complete reason. */
export default function RequestTable({ requests, onRefuse }: Props) {
  const { openId, openEntry, close } = useOpenEntry('antrag');
  const today = useNow().date;
  const columns = useMemo(() => columnsOf(today), [today]);
  const handlersRef = useLatest({ openEntry, onRefuse });
  const rowActions = useCallback(
    (request: OpenErasureRequest) => (
      <>
        <Link className="row-word" to={personSearchPath(request, forAdmin)} aria-description={request.fullName}>
          Person öffnen
        </Link>
        <button
          type="button"
          className="row-word"
          aria-label={`Mit Begründung ablehnen: ${request.fullName}`}
          onClick={() => handlersRef.current.onRefuse(request)}
        >
          Ablehnen
        </button>
        <RowButton
          icon="open"
          aria-haspopup="dialog"
          aria-label={`Details ${request.fullName}`}
          onClick={() => handlersRef.current.openEntry(request.participantId)}
        />
      </>
    ),
    [handlersRef],
  );
  return (
    <Box sx={{ '--actions-width': '248px' }}>
      <DataTable
        label="Offene Anträge"
        columns={columns}
        rows={requests}
        keyOf={keyOf}
        actionsOf={rowActions}
        onOpen={({ participantId }) => openEntry(participantId)}
        openKey={openId}
        panel={
          openId !== null && (
            <Suspense fallback={<LoadingNotice />}>
              <RequestPanel request={requests.find((request) => request.participantId === openId)} onClose={close} />
            </Suspense>
          )
        }
      />
    </Box>
  );
}

/** Only admins see the requests, so the links lead to the search for admins. */
const forAdmin = true;

const keyOf = ({ participantId }: OpenErasureRequest) => participantId;

const columnsOf = (today: string): Column<OpenErasureRequest>[] => [
  { name: 'name', title: 'Person', oneLine: true, cell: ({ fullName }) => fullName },
  {
    name: 'email',
    title: 'E-Mail',
    minBreakpoint: 'lg',
    hiddenBesidePanel: true,
    oneLine: true,
    cell: ({ email }) => <EmailLink address={email} />,
  },
  {
    name: 'requestedAt',
    title: 'Beantragt am',
    width: '120px',
    minBreakpoint: 'md',
    cell: ({ requestedAt }) => germanDate(dateOf(new Date(requestedAt))),
  },
  {
    name: 'due',
    title: 'Frist',
    width: 'clamp(160px, 22vw, 272px)',
    cell: ({ due }) => (
      <>
        <span className="unbroken">{germanDate(due)}</span> <DueChip due={due} today={today} />
      </>
    ),
  },
  {
    name: 'reason',
    title: 'Grund',
    minBreakpoint: 'xl',
    hiddenBesidePanel: true,
    oneLine: true,
    optional: true,
    cell: ({ reason }) => reason && `„${reason}“`,
  },
];
