import { Fragment, Suspense, useCallback, useMemo, useState } from 'react';
import { dateOf, germanDate } from '../../shared/berlin.ts';
import type { ParticipantHit } from '../../features/participants/contract.ts';
import { listWaitingEntries, type WaitingPerson } from '../../features/waiting/demand/contract.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { useLatest } from '../../web/useLatest.ts';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import { PhoneLink } from '../../web/ui/layout/PhoneLink.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import type { Column, Order } from '../../web/ui/tables/DataTable.tsx';
import { PagedTable } from '../../web/ui/tables/PagedTable.tsx';
import { useFindParticipant } from './useFindParticipant.ts';
import { sortWaiting, summarizeRow, toWaitingRows, type WaitingRow } from './waitingRows.ts';

const WaitingPanel = lazyComponent('WaitingPanel', () => import('./WaitingPanel.tsx'));
const BookTimeDialog = lazyComponent('BookTimeDialog', () => import('../search-participant/BookTimeDialog.tsx'));

const initialOrder: Order = { by: 'since', isDescending: false };

/**
 * The people who wait, one row each (reference 12.8). A row books an appointment for its person, and opens a panel with
 * all their entries.
 */
export default function WaitingTable({ entries }: { entries: readonly WaitingPerson[] }) {
  const rows = useMemo(() => toWaitingRows(entries), [entries]);
  const { openId, openEntry, close } = useOpenEntry('person');
  const latestOpen = useLatest(openEntry);
  const [booking, setBooking] = useState<{ entry: WaitingPerson; participant: ParticipantHit } | null>(null);
  const find = useFindParticipant();
  const book = async (entry: WaitingPerson) => {
    const participant = await find(entry);
    if (participant) setBooking({ entry, participant });
  };
  const latestBook = useLatest(book);
  const rowActions = useCallback(
    (row: WaitingRow) => (
      <>
        <button
          type="button"
          className="row-word"
          aria-haspopup="dialog"
          aria-label={`Termin buchen für ${row.fullName}`}
          onClick={() => void latestBook.current(row.entries[0])}
        >
          Buchen
        </button>
        <RowButton
          icon="open"
          aria-haspopup="dialog"
          aria-label={`Details ${row.fullName}`}
          onClick={() => latestOpen.current(row.participantId)}
        />
      </>
    ),
    [latestBook, latestOpen],
  );
  return (
    <>
      <PagedTable
        label="Wer wartet"
        columns={columns}
        rows={rows}
        initialOrder={initialOrder}
        sort={sortWaiting}
        pageSizeName="warteliste"
        keyOf={keyOf}
        phoneLines={phoneLines}
        actionsOf={rowActions}
        actionsWidth="120px"
        onOpen={({ participantId }) => openEntry(participantId)}
        openKey={openId}
        panel={
          openId !== null && (
            <Suspense fallback={<LoadingNotice />}>
              <WaitingPanel
                row={rows.find(({ participantId }) => participantId === openId)}
                onBook={(entry) => void book(entry)}
                onClose={close}
              />
            </Suspense>
          )
        }
      />
      {booking && (
        <Suspense fallback={<LoadingNotice />}>
          <BookTimeDialog
            participant={booking.participant}
            asAdmin
            entry={booking.entry}
            onBooked={() => void invalidate(listWaitingEntries)}
            onClosed={() => setBooking(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const keyOf = ({ participantId }: WaitingRow) => participantId;
const sinceOf = ({ entries: [{ since }] }: WaitingRow) => germanDate(dateOf(new Date(since)));
/** Says that a slot is held for a person, or returns ''. */
const offerOf = ({ offered }: WaitingRow) => (offered ? 'Termin reserviert' : '');

function phoneLines(row: WaitingRow) {
  return [
    <Fragment key="who">
      {row.fullName}
      <span className="cut-off">{offerOf(row)}</span>
    </Fragment>,
    <span key="what" className="cut-off">
      {summarizeRow(row)}
    </span>,
  ] as const;
}

const columns: Column<WaitingRow>[] = [
  { name: 'name', title: 'Person', width: '17%', oneLine: true, sortable: true, cell: ({ fullName }) => fullName },
  { name: 'entries', title: 'Wartet auf', oneLine: true, cell: summarizeRow },
  {
    name: 'phone',
    title: 'Telefon',
    width: '144px',
    minBreakpoint: 'lg',
    hiddenBesidePanel: true,
    oneLine: true,
    cell: ({ phone }) => <PhoneLink phone={phone} />,
  },
  {
    name: 'offered',
    title: 'Angebot',
    width: '112px',
    minBreakpoint: 'md',
    hiddenBesidePanel: true,
    cell: ({ offered }) => (offered ? 'reserviert' : ''),
  },
  { name: 'since', title: 'Wartet seit', width: '128px', sortable: true, cell: sinceOf },
];
