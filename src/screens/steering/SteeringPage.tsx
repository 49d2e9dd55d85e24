import { Suspense } from 'react';
import { daysBetween } from '../../shared/berlin.ts';
import { download } from '../../web/calls/api.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { idParam, useSearchFilters } from '../../web/address/searchFilters.ts';
import { ErrorNotice } from '../../web/ui/notices/ErrorNotice.tsx';
import { ExportButton } from '../../web/ui/buttons/ExportButton.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { Notice } from '../../web/ui/notices/Notice.tsx';
import { PrintOnly } from '../../web/ui/layout/PrintOnly.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { germanRange, useRange } from '../../web/ui/fields/range.ts';
import { lastMonth, RangeFilter } from '../../web/ui/fields/RangeFilter.tsx';
import { CoachFilter } from '../../features/coaches/ui/CoachFilter.tsx';
import { useCoachChip } from '../../features/coaches/ui/useCoachChip.ts';
import { exportSteering, getSteering } from '../../features/steering/contract.ts';
import { maxSteeringDays } from '../../features/steering/rules.ts';

// Loaded after the page, because they are larger than the rest of it.
const SteeringFigures = lazyComponent('SteeringFigures', () => import('./SteeringFigures.tsx'));

/** The number of days of the initial range, about three months. */
const initialDays = 92;

/** The ranges to choose from, in days relative to today. */
const presets = [
  lastMonth,
  { label: 'Letzte 3 Monate', from: -initialDays, till: 0 },
  { label: 'Letzte 12 Monate', from: -365, till: 0 },
];

const params = { coachId: idParam('coach') };

/** /steering (reference 16): the provider's key figures, each with an explanation of how it is counted. */
export default function SteeringPage() {
  const rangeState = useRange({ daysBack: initialDays });
  const { range, isValid } = rangeState;
  const { filters, setFilters } = useSearchFilters(params);
  const clearCoach = () => setFilters({ coachId: null });
  const chips = useCoachChip(filters.coachId, clearCoach);
  const isTooLong = isValid && daysBetween(range.from, range.till) >= maxSteeringDays;
  const isReady = isValid && !isTooLong;
  const input = { fromDate: range.from, tillDate: range.till, coachId: filters.coachId };
  const steering = useApiQuery(getSteering, input, { enabled: isReady, keepPrevious: true });
  const createExport = async () => ({
    name: `steuerung-${range.from}-bis-${range.till}.xlsx`,
    file: await download(exportSteering, input),
  });
  const isPhone = !useMinWidth(600);
  const exportButton = (
    <ExportButton
      noun="Zahlen"
      label="Als Excel exportieren"
      // `total` counts rows, but the file always has the same figures; 1 enables the button.
      total={steering.data && isReady ? 1 : undefined}
      createExport={createExport}
    />
  );
  return (
    <>
      <PageHeader dense title="Steuerung" actions={isPhone ? undefined : exportButton}>
        Wie gut Angebot und Nachfrage zusammenpassen. Jede Zahl sagt, wie sie zählt.
      </PageHeader>
      <RangeFilter {...rangeState} presets={presets} moreInSheet={exportButton}>
        <CoachFilter coach={filters.coachId} onChange={(coachId) => setFilters({ coachId })} />
      </RangeFilter>
      <PrintOnly>{germanRange(range)}</PrintOnly>
      <FilterChips chips={chips} onReset={clearCoach} />
      {isTooLong && <Notice kind="info">{getSteering.refusals.rangeTooLong}</Notice>}
      {isReady && steering.isError && <ErrorNotice error={steering.error} retry={() => void steering.refetch()} />}
      {isReady && steering.isPending && <Loading blocks={4} height={180} />}
      {isReady && steering.data && (
        <Suspense fallback={<Loading blocks={4} height={180} />}>
          <SteeringFigures figures={steering.data.data} />
        </Suspense>
      )}
    </>
  );
}
