import Button from '@mui/material/Button';
import { Suspense, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { germanSlot } from '../../shared/berlin.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { OutputOf } from '../../shared/call.ts';
import { statuses } from '../../shared/coaching.ts';
import { isOver, useNow } from '../../web/clock.ts';
import { SelectionBar } from '../../web/ui/tables/SelectionBar.tsx';
import { DataTable } from '../../web/ui/tables/DataTable.tsx';
import { useColumnChoice } from '../../web/ui/tables/columnChoice.ts';
import type { Key, Selection } from '../../web/ui/tables/selection.ts';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { PagedList } from '../../web/ui/tables/PagedList.tsx';
import type { PageSizes } from '../../web/ui/tables/Pager.tsx';
import { useFocusAfterDelete } from '../../web/ui/buttons/useFocusAfterDelete.ts';
import { invalidate } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { useLatest } from '../../web/useLatest.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import {
  getFullOverview,
  getOwnOverview,
  type OverviewOrder,
  type OverviewRow as Row,
} from '../../features/appointments/contract.ts';
import { isUnused } from '../../features/appointments/rules.ts';
import type { AppointmentAction } from '../appointment-actions/appointmentActions.ts';
import type { BulkAction } from './bulkActions.ts';
import { BulkButtons } from './BulkButtons.tsx';
import { NextAppointment } from './NextAppointment.tsx';
import { overviewColumns, phoneLinesOf, sortingOf } from './overviewColumns.tsx';
import { OverviewRowActions } from './OverviewRowActions.tsx';
import { useAppointmentActions } from '../appointment-actions/useAppointmentActions.tsx';

const BulkDialog = lazyComponent('BulkDialog', () => import('./BulkDialog.tsx'));
const OverviewPanel = lazyComponent('OverviewPanel', () => import('./OverviewPanel.tsx'));

interface Props {
  overview: UseQueryResult<OutputOf<typeof getOwnOverview>>;
  /** Whether to show no rows because the chosen range of days is invalid. */
  hasInvalidRange?: boolean;
  asAdmin: boolean;
  /** The filters shown beside the number of rows. */
  filterControls: ReactNode;
  page: number;
  setPage: (page: number, options?: { replace?: boolean }) => void;
  pageSizes: PageSizes;
  /** Whether the rows are in the order of their start, earliest first. */
  isEarliestFirst: boolean;
  /** The order of the rows, for admins; a coach's rows are sorted by start. */
  order?: OverviewOrder;
  onOrder?: (order: OverviewOrder) => void;
}

/**
 * Shows one page of the overview's appointments. After a deletion the focus moves to the next row. The list renders the
 * dialogs, because the row from which a dialog was opened may disappear.
 */
export default function OverviewList(props: Props) {
  const {
    overview,
    hasInvalidRange = false,
    asAdmin,
    filterControls,
    page,
    setPage,
    pageSizes,
    isEarliestFirst,
    order,
    onOrder,
  } = props;
  const { isPlaceholderData } = overview;
  const data = hasInvalidRange ? undefined : overview.data;
  const ids = useMemo(() => data?.data.map(({ id }) => id) ?? [], [data]);
  const list = useRef<HTMLElement>(null);
  // If the only row of the last page was deleted, the focus waits until the previous page is loaded.
  const isReady = !isPlaceholderData && (ids.length > 0 || data?.meta.total === 0);
  const moveFocusAfter = useFocusAfterDelete(list, ids, isReady);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<Key>>(new Set());
  const selectedRows = useMemo(() => data?.data.filter(({ id }) => selectedIds.has(id)) ?? [], [data, selectedIds]);
  const [bulkAction, setBulkAction] = useState<BulkAction | null>(null);
  const { openId, openEntry: openDetails, close: closeDetails } = useOpenEntry('termin');
  const now = useNow();
  const { begun = 0, total = 0 } = data?.meta ?? {};
  const allColumns = useMemo(() => overviewColumns(asAdmin), [asAdmin]);
  const { columns, columnChoice } = useColumnChoice('termine', allColumns);
  /**
   * Refetches the list after a change that removes `row` from it, closes the details of `row`, and moves the focus to
   * the row after it.
   */
  const refetchAfterRemoval = (row: { id: number }) => {
    if (row.id === openId) closeDetails();
    moveFocusAfter(row.id);
    void invalidate(getOwnOverview, getFullOverview);
  };
  const { choose, dialogs } = useAppointmentActions(asAdmin, (row, action) => {
    if (rowKeepingActions.includes(action)) void invalidate(getOwnOverview, getFullOverview);
    else refetchAfterRemoval(row);
  });
  const handlersRef = useLatest({ refetchAfterRemoval, openDetails, choose });
  const renderRowActions = useCallback(
    (row: Row) => (
      <OverviewRowActions
        row={row}
        asAdmin={asAdmin}
        onChoose={(action) => handlersRef.current.choose(row, action)}
        onUndone={() => handlersRef.current.refetchAfterRemoval(row)}
        onOpen={() => handlersRef.current.openDetails(row.id)}
      />
    ),
    [asAdmin, handlersRef],
  );
  const selection = useMemo(() => selectionOf(selectedRows, setSelectedIds, asAdmin), [selectedRows, asAdmin]);
  const clearSelection = () => {
    setSelectedIds(new Set());
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <PagedList
        query={overview}
        nouns={['Termin', 'Termine']}
        list={list}
        pageSize={pageSizes.pageSize}
        pageSizes={{
          ...pageSizes,
          choosePageSize: (size) => {
            pageSizes.choosePageSize(size);
            setPage(1);
          },
        }}
        columnChoice={columnChoice}
        page={page}
        setPage={setPage}
        filtersInvalid={hasInvalidRange}
        filterControls={
          <>
            {filterControls}
            {isEarliestFirst && begun > 0 && begun < total && (
              <NextAppointment
                {...{ list, begun, page, setPage }}
                pageSize={pageSizes.pageSize}
                ids={isPlaceholderData ? null : ids}
              />
            )}
          </>
        }
        selectionBar={
          selectedRows.length > 0 && (
            <SelectionBar count={selectedRows.length} onClear={clearSelection}>
              <BulkButtons rows={selectedRows} asAdmin={asAdmin} onChoose={setBulkAction} />
            </SelectionBar>
          )
        }
        emptyState={<NothingFound asAdmin={asAdmin} />}
      >
        {(rows) => (
          <DataTable
            label="Termine"
            columns={columns}
            rows={rows}
            keyOf={keyOf}
            phoneLines={(row) => phoneLinesOf(row, now.date, asAdmin)}
            isOver={(row) => isOver(row, now) || isUnused(row, now)}
            actionsOf={renderRowActions}
            selection={selection}
            onOpen={(row) => openDetails(row.id)}
            canOpen={hasDetails}
            openKey={openId}
            panel={
              openId !== null && (
                <Suspense fallback={<LoadingNotice />}>
                  <OverviewPanel
                    appointment={rows.find(({ id }) => id === openId)}
                    asAdmin={asAdmin}
                    onChoose={choose}
                    onUndone={refetchAfterRemoval}
                    onClose={closeDetails}
                  />
                </Suspense>
              )
            }
            {...(order && onOrder ? sortingOf(order, onOrder) : {})}
            hasOrderElsewhere
          />
        )}
      </PagedList>
      <Suspense fallback={<LoadingNotice />}>
        {bulkAction && (
          <BulkDialog
            rows={selectedRows}
            action={bulkAction}
            asAdmin={asAdmin}
            onDone={(failedRows) => {
              setSelectedIds(new Set(failedRows.map(({ id }) => id)));
              void invalidate(getOwnOverview, getFullOverview);
            }}
            onClosed={() => {
              setBulkAction(null);
              // If no row is selected, the button that opened the dialog has disappeared.
              if (selectedRows.length === 0) list.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </Suspense>
      {dialogs}
    </>
  );
}

/** Returns the table's selection. Coaches can only select free appointments, since their only bulk action deletes. */
function selectionOf(rows: readonly Row[], onChange: Selection<Row>['onChange'], asAdmin: boolean): Selection<Row> {
  return {
    chosenKeys: new Set<Key>(rows.map(keyOf)),
    onChange,
    // No action on several appointments is for missed ones, and coaches only delete free ones.
    isSelectable: ({ status }) => status === statuses.free || (asAdmin && status === statuses.booked),
    nameOf: (row) => (asAdmin ? `${germanSlot(row)}, ${row.coachFullName}` : germanSlot(row)),
  };
}

/** The actions after which the row stays in the list. After all other actions the focus moves to the next row. */
const rowKeepingActions: readonly AppointmentAction[] = ['bookFor', 'missed', 'booked'];

const keyOf = ({ id }: Row) => id;
const hasDetails = ({ status }: Row) => status !== statuses.free;

function NothingFound({ asAdmin }: { asAdmin: boolean }) {
  const createButton = (
    <Button component={Link} to={asAdmin ? '/new-appointment-admin' : '/new-appointment-coach'} variant="contained">
      Termin erstellen
    </Button>
  );
  return (
    <EmptyState picture="calendar" title="Keine Termine gefunden" action={createButton}>
      Ein anderer Zeitraum oder ein weiterer Status zeigt vielleicht mehr.
    </EmptyState>
  );
}
