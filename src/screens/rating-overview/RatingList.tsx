import Box from '@mui/material/Box';
import { Fragment, Suspense, useCallback, useMemo } from 'react';
import { germanDate } from '../../shared/berlin.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useLatest } from '../../web/useLatest.ts';
import { useOpenEntry } from '../../web/address/useOpenEntry.ts';
import { DataTable, type Column, type Order } from '../../web/ui/tables/DataTable.tsx';
import { LoadingNotice } from '../../web/ui/notices/LoadingNotice.tsx';
import { RowButton } from '../../web/ui/buttons/RowButton.tsx';
import type { StaffRating, RatingOrder } from '../../features/ratings/contract.ts';
import { namesOf } from '../../features/ratings/rules.ts';
import { RowStars, rowStarsStyle } from './RowStars.tsx';

const RatingPanel = lazyComponent('RatingPanel', () => import('./RatingPanel.tsx'));

interface Props {
  ratings: readonly StaffRating[];
  /** Whether to show the coach of each rating. */
  asAdmin: boolean;
  order: RatingOrder;
  onOrder: (order: RatingOrder) => void;
}

/** A page of ratings. The details of a rating open beside the list and have their own URL. */
export default function RatingList({ ratings, asAdmin, order, onOrder }: Props) {
  const { openId, openEntry, close } = useOpenEntry('bewertung');
  const openEntryRef = useLatest(openEntry);
  const columns = useMemo(() => columnsOf(asAdmin), [asAdmin]);
  const rowActions = useCallback(
    (rating: StaffRating) => (
      <RowButton
        icon="open"
        aria-haspopup="dialog"
        aria-label={`Details ${labelOf(rating)}`}
        onClick={() => openEntryRef.current(rating.ratingId)}
      />
    ),
    [openEntryRef],
  );
  return (
    <Box sx={{ '--actions-width': '48px', ...rowStarsStyle }}>
      <DataTable
        label="Bewertungen"
        columns={columns}
        rows={ratings}
        keyOf={keyOf}
        phoneLines={(rating) => phoneLinesOf(rating, asAdmin)}
        actionsOf={rowActions}
        onOpen={({ ratingId }) => openEntry(ratingId)}
        openKey={openId}
        order={tableOrders[order]}
        onOrder={(tableOrder) => onOrder(toRatingOrder(tableOrder))}
        panel={
          openId !== null && (
            <Suspense fallback={<LoadingNotice />}>
              <RatingPanel rating={ratings.find(({ ratingId }) => ratingId === openId)} onClose={close} />
            </Suspense>
          )
        }
      />
    </Box>
  );
}

const keyOf = ({ ratingId }: StaffRating) => ratingId;

/** The label of a rating: 'Frau Lena Hoffmann, 30.11.2026'. */
const labelOf = (rating: StaffRating) => `${namesOf(rating).participant}, ${dayOf(rating)}`;
const dayOf = ({ createdAt }: StaffRating) => germanDate(createdAt);

const phoneLinesOf = (rating: StaffRating, asAdmin: boolean) =>
  [
    namesOf(rating).participant,
    <Fragment key="facts">
      <RowStars value={rating.averageRating} />
      <span className="cut-off">
        {[dayOf(rating), asAdmin ? namesOf(rating).coach : ''].filter(Boolean).join(' · ')}
      </span>
    </Fragment>,
  ] as const;

/** The table's order for each order of the list. */
const tableOrders: Record<RatingOrder, Order> = {
  newest: { by: 'date', isDescending: true },
  oldest: { by: 'date', isDescending: false },
  best: { by: 'stars', isDescending: true },
  worst: { by: 'stars', isDescending: false },
};

function toRatingOrder(tableOrder: Order | null): RatingOrder {
  if (!tableOrder) return 'newest';
  if (tableOrder.by === 'date') return tableOrder.isDescending ? 'newest' : 'oldest';
  return tableOrder.isDescending ? 'best' : 'worst';
}

function columnsOf(asAdmin: boolean): Column<StaffRating>[] {
  return [
    { name: 'participant', title: 'Teilnehmer:in', oneLine: true, cell: (rating) => namesOf(rating).participant },
    { name: 'date', title: 'Datum', width: '112px', sortable: true, cell: dayOf },
    {
      name: 'stars',
      title: 'Sterne',
      width: '152px',
      sortable: true,
      cell: ({ averageRating }) => <RowStars value={averageRating} />,
    },
    ...(asAdmin ? [coachColumn] : []),
    {
      name: 'feedback',
      title: 'Feedback',
      width: asAdmin ? '32%' : '48%',
      minBreakpoint: 'md',
      hiddenBesidePanel: true,
      oneLine: true,
      optional: true,
      cell: ({ personalFeedback }) => personalFeedback,
    },
  ];
}

const coachColumn: Column<StaffRating> = {
  name: 'coach',
  title: 'Coach',
  minBreakpoint: 'lg',
  oneLine: true,
  cell: (rating) => namesOf(rating).coach,
};
