import Button from '@mui/material/Button';
import { Suspense, type ReactNode } from 'react';
import { Link } from 'react-router';
import { roles } from '../../shared/roles.ts';
import { lazyComponent, lazyOptionalComponent } from '../../web/lazyComponent.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useSession } from '../../web/session.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { Loading } from '../../web/ui/notices/Loading.tsx';
import { PrintOnly } from '../../web/ui/layout/PrintOnly.tsx';
import { PageHeader } from '../../web/ui/layout/PageHeader.tsx';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { getOwnOverview } from '../../features/appointments/contract.ts';
import { germanRange, useRange } from '../../web/ui/fields/range.ts';
import { RangeFilter } from '../../web/ui/fields/RangeFilter.tsx';
import { exportLabels, useShortExportLabels } from './exportLabels.ts';
import { ButtonPlaceholders } from '../../web/ui/buttons/ButtonPlaceholders.tsx';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { hiddenStatusChips, StatusFilter } from '../../features/appointments/ui/StatusFilter.tsx';
import {
  daysAhead,
  rangePresets,
  defaultPageSize,
  useOverviewFilters,
} from '../../features/appointments/ui/useOverviewFilters.ts';

const ViewsButton = lazyComponent('ViewsButton', async () => ({
  default: (await import('../../features/saved-views/ui/ViewsButton.tsx')).ViewsButton,
}));

// Loaded together with the rows. Only admins need `FullOverview` and `OverviewExports`.
const FullOverview = lazyComponent('FullOverview', () => import('./FullOverview.tsx'));
const OverviewList = lazyComponent('OverviewList', () => import('./OverviewList.tsx'));
const OverviewExports = lazyOptionalComponent('OverviewExports', () => import('./OverviewExports.tsx'));

/**
 * Shows the appointments in a range of days, filtered by status (reference 7.8). The page has two URLs. At both, an
 * admin sees the appointments of all coaches, and a coach only their own. All filters are part of the URL.
 */
export default function AppointmentOverviewPage() {
  const asAdmin = useSession().user?.role.value === roles.admin.value;
  const rangeState = useRange({ daysAhead });
  const isPhone = !useMinWidth(600);
  const shortLabels = useShortExportLabels();
  const exportButtons = (
    <Suspense fallback={<ButtonPlaceholders labels={shortLabels ?? exportLabels} />}>
      <OverviewExports {...rangeState} />
    </Suspense>
  );
  return (
    <>
      <PageHeader
        dense
        title="Terminübersicht"
        actions={
          // On a phone the exports are among the filters, and the menu leads to the series.
          isPhone ? undefined : (
            <>
              {asAdmin && exportButtons}
              <Button component={Link} to={asAdmin ? '/series-admin' : '/series-coach'}>
                Serie anlegen
              </Button>
            </>
          )
        }
      />
      {asAdmin ? (
        <Suspense fallback={<Loading blocks={15} height={24} />}>
          <FullOverview rangeState={rangeState} exportButtons={exportButtons} />
        </Suspense>
      ) : (
        <OwnOverview rangeState={rangeState} />
      )}
    </>
  );
}

function OwnOverview({ rangeState }: { rangeState: ReturnType<typeof useRange> }) {
  const { range, isValid } = rangeState;
  const { user } = useSession();
  const { statuses, setStatuses, defaultOrder, reset, page, setPage } = useOverviewFilters(range);
  const sizing = usePageSize('termine', defaultPageSize);
  const overview = useApiQuery(
    getOwnOverview,
    {
      fromDate: range.from,
      tillDate: range.till,
      status: statuses,
      page,
      pageSize: sizing.pageSize,
      ...(defaultOrder === 'start' ? {} : { sort: defaultOrder }),
    },
    { enabled: isValid, keepPrevious: true },
  );
  const counts = isValid ? overview.data?.meta.counts : undefined;
  const isPhone = !useMinWidth(600);
  const statusFilter = <StatusFilter selection={statuses} counts={counts} onChange={setStatuses} />;
  const viewsPlaceholder = <ButtonPlaceholders labels={['Ansichten']} />;
  const viewsButton = (
    <Suspense fallback={viewsPlaceholder}>
      <ViewsButton list="termine" range={range} presets={rangePresets} />
    </Suspense>
  );
  const renderFilterControls = (views: ReactNode) => (
    <>
      {!isPhone && statusFilter}
      <FilterChips chips={hiddenStatusChips(statuses, setStatuses)} onReset={reset} />
      {!isPhone && views}
    </>
  );
  const sheetControls = (
    <>
      {statusFilter}
      {viewsButton}
    </>
  );
  const loadingFallback = (
    <>
      {/* A menu that was opened here would close when the list replaces this. */}
      {renderFilterControls(viewsPlaceholder)}
      <Loading blocks={15} height={24} />
    </>
  );
  return (
    <>
      <RangeFilter {...rangeState} presets={rangePresets} moreInSheet={sheetControls} />
      <PrintOnly>
        {user && `Coach: ${user.firstName} ${user.lastName} · `}
        {germanRange(range)}
      </PrintOnly>
      <Suspense fallback={loadingFallback}>
        <OverviewList
          overview={overview}
          hasInvalidRange={!isValid}
          asAdmin={false}
          isEarliestFirst={defaultOrder === 'start'}
          filterControls={renderFilterControls(viewsButton)}
          page={page}
          setPage={setPage}
          pageSizes={sizing}
        />
      </Suspense>
    </>
  );
}
