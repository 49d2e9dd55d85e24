import Typography from '@mui/material/Typography';
import { useMemo, useRef } from 'react';
import { germanRange, useRange } from '../../web/ui/fields/range.ts';
import { RangeFilter } from '../../web/ui/fields/RangeFilter.tsx';
import { ViewsButton } from '../../features/saved-views/ui/ViewsButton.tsx';
import { CoachFilter } from '../../features/coaches/ui/CoachFilter.tsx';
import { useCoachChip } from '../../features/coaches/ui/useCoachChip.ts';
import { useChosenColumns, useColumnChoice } from '../../web/ui/tables/columnChoice.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { idParam, pageParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { callApi } from '../../web/calls/api.ts';
import { useNow } from '../../web/clock.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { EmptyState } from '../../web/ui/notices/EmptyState.tsx';
import { ExportButton } from '../../web/ui/buttons/ExportButton.tsx';
import { PrintOnly } from '../../web/ui/layout/PrintOnly.tsx';
import { PagedList } from '../../web/ui/tables/PagedList.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { getBookingOverview } from '../../features/booking/contract.ts';
import { overviewPageSize } from '../../features/booking/rules.ts';
import { bookingColumns } from './bookingColumns.tsx';
import { bookingsCsv } from './bookingsCsv.ts';

// Loaded after the page, because it is larger than the rest of it.
const BookingTable = lazyComponent('BookingTable', () => import('./BookingTable.tsx'));

/** The first day shown by default, as a number of days before today. */
const daysBack = 29;

const presets = [
  { label: 'Heute', from: 0, till: 0 },
  { label: 'Letzte 7 Tage', from: -6, till: 0 },
  { label: 'Letzte 30 Tage', from: -daysBack, till: 0 },
];

const filterParams = { coachId: idParam('coach'), page: pageParam };

/**
 * Shows the bookings of all coaches or of one coach, newest first (reference 4.11). The range of days filters by the
 * day of the booking, not by the day of the appointment. All filters are part of the URL.
 */
export default function BookingOverviewPage() {
  const rangeState = useRange({ daysBack });
  const { range, isValid } = rangeState;
  const { filters: urlFilters, setFilters } = useSearchFilters(filterParams);
  const { coachId, page } = urlFilters;
  const filters = { fromDate: range.from, tillDate: range.till, coachId };
  const sizing = usePageSize('buchungen', overviewPageSize);
  const { pageSize } = sizing;
  const overview = useApiQuery(
    getBookingOverview,
    { ...filters, page, pageSize },
    { enabled: isValid, keepPrevious: true },
  );
  const total = !isValid || overview.isPlaceholderData ? undefined : overview.data?.meta.total;
  const today = useNow().date;
  const allColumns = useMemo(() => bookingColumns(today), [today]);
  const { columns, columnChoice } = useColumnChoice('buchungen', allColumns);
  const chosenColumns = useChosenColumns('buchungen');
  const list = useRef<HTMLElement>(null);
  const setPage = (newPage: number, options?: { replace?: boolean }) => setFilters({ page: newPage }, options);
  const clearCoach = () => setFilters({ coachId: null });
  const chips = useCoachChip(coachId, clearCoach);
  const createCsvFile = async () => {
    const { data } = await callApi(getBookingOverview, { ...filters, page: 1, pageSize: Math.max(1, total ?? 0) });
    return { name: `buchungen-${range.from}-bis-${range.till}.csv`, csv: bookingsCsv(data, today, chosenColumns) };
  };
  const isPhone = !useMinWidth(600);
  const viewsButton = <ViewsButton list="buchungen" range={range} presets={presets} />;
  const exportButton = <ExportButton noun="Buchungen" total={total} createExport={createCsvFile} />;
  const sheetControls = (
    <>
      {viewsButton}
      {exportButton}
    </>
  );
  const filterControls = (
    <>
      <FilterChips chips={chips} onReset={clearCoach} />
      {!isPhone && viewsButton}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Neueste Buchung zuerst
      </Typography>
    </>
  );
  return (
    <>
      <PageHeader dense title="Buchungsübersicht" actions={isPhone ? undefined : exportButton} />
      <RangeFilter {...rangeState} presets={presets} moreInSheet={sheetControls}>
        <CoachFilter coach={coachId} onChange={(newCoachId) => setFilters({ coachId: newCoachId })} />
      </RangeFilter>
      <PrintOnly>{germanRange(range)}</PrintOnly>
      {isValid && (
        <PagedList
          query={overview}
          nouns={['Buchung', 'Buchungen']}
          list={list}
          pageSize={pageSize}
          pageSizes={{
            ...sizing,
            choosePageSize: (size) => {
              sizing.choosePageSize(size);
              setPage(1);
            },
          }}
          columnChoice={columnChoice}
          page={page}
          setPage={setPage}
          filterControls={filterControls}
          emptyState={
            <EmptyState picture="lens" title="Keine Buchungen gefunden">
              Hier zählt der Tag, an dem gebucht wurde. Ein längerer Zeitraum zeigt vielleicht mehr.
            </EmptyState>
          }
        >
          {(bookings) => <BookingTable bookings={bookings} columns={columns} today={today} />}
        </PagedList>
      )}
    </>
  );
}
