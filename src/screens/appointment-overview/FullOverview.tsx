import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { ReactNode } from 'react';
import { CoachField } from '../../features/coaches/ui/CoachField.tsx';
import { useCoachChip } from '../../features/coaches/ui/useCoachChip.ts';
import { useApiQuery } from '../../web/calls/apiQuery.ts';
import { useMinWidth } from '../../web/useMinWidth.ts';
import { usePageSize } from '../../web/ui/tables/pageSize.ts';
import { FilterChips } from '../../web/ui/fields/FilterChips.tsx';
import { PrintOnly } from '../../web/ui/layout/PrintOnly.tsx';
import { getFullOverview, type OverviewOrder } from '../../features/appointments/contract.ts';
import { coachingTypes, type CoachingType } from '../../shared/coaching.ts';
import { germanRange, type useRange } from '../../web/ui/fields/range.ts';
import { overviewColumns, sortingOf } from './overviewColumns.tsx';
import OverviewList from './OverviewList.tsx';
import { OrderField } from '../../web/ui/tables/OrderField.tsx';
import { ViewsButton } from '../../features/saved-views/ui/ViewsButton.tsx';
import { filterLine, lastMonth, RangeFilter } from '../../web/ui/fields/RangeFilter.tsx';
import { hiddenStatusChips, StatusFilter, type StatusSelection } from '../../features/appointments/ui/StatusFilter.tsx';
import {
  toFullOverviewInput,
  rangePresets,
  defaultPageSize,
  useOverviewFilters,
  type AdminFilters,
} from '../../features/appointments/ui/useOverviewFilters.ts';

interface OverviewProps {
  rangeState: ReturnType<typeof useRange>;
  /** The buttons that a phone has among the filters. */
  exportButtons: ReactNode;
}

const presets = [...rangePresets, lastMonth];

/** The admins' overview of the appointments of all coaches. It can also be filtered by coach and type, and sorted. */
export default function FullOverview({ rangeState, exportButtons }: OverviewProps) {
  const { range, isValid } = rangeState;
  const { statuses, setStatuses, adminFilters, setAdminFilters, reset, page, setPage } = useOverviewFilters(range);
  const sizing = usePageSize('termine', defaultPageSize);
  const input = { ...toFullOverviewInput(range, statuses, adminFilters), page, pageSize: sizing.pageSize };
  const overview = useApiQuery(getFullOverview, input, { enabled: isValid, keepPrevious: true });
  const counts = isValid ? overview.data?.meta.counts : undefined;
  const chips = useChips(statuses, setStatuses, adminFilters, setAdminFilters);
  const isPhone = !useMinWidth(600);
  // Below, the line of the filters has no room for the type, which then stands in the next line.
  const fitsOneLine = useMinWidth(1440);
  const setOrder = (order: OverviewOrder) => setAdminFilters({ ...adminFilters, order });
  const statusFilter = <StatusFilter selection={statuses} counts={counts} onChange={setStatuses} />;
  const viewsButton = <ViewsButton list="termine" range={range} presets={presets} />;
  const typeField = (
    <TypeField value={adminFilters.type} onChange={(type) => setAdminFilters({ ...adminFilters, type })} />
  );
  const filterControls = (
    <>
      {!isPhone && !fitsOneLine && <Box sx={{ ...filterLine, mb: 0 }}>{typeField}</Box>}
      {!isPhone && statusFilter}
      <FilterChips chips={chips} onReset={reset} />
      {!isPhone && viewsButton}
    </>
  );
  return (
    <>
      <RangeFilter
        {...rangeState}
        presets={presets}
        moreInSheet={
          <>
            {statusFilter}
            <OrderField columns={overviewColumns(true)} {...sortingOf(adminFilters.order, setOrder)} />
            {viewsButton}
            {exportButtons}
          </>
        }
      >
        <Box sx={{ width: { xs: '100%', sm: 164 } }}>
          <CoachField
            value={adminFilters.coach}
            onChange={(coach) => setAdminFilters({ ...adminFilters, coach: coach?.value ?? null })}
            placeholder="Alle"
          />
        </Box>
        {(isPhone || fitsOneLine) && typeField}
      </RangeFilter>
      <PrintOnly>{germanRange(range)}</PrintOnly>
      <OverviewList
        overview={overview}
        filterControls={filterControls}
        page={page}
        setPage={setPage}
        pageSizes={sizing}
        hasInvalidRange={!isValid}
        asAdmin
        isEarliestFirst={adminFilters.order === 'start'}
        order={adminFilters.order}
        onOrder={setOrder}
      />
    </>
  );
}

function useChips(
  statuses: StatusSelection,
  setStatuses: (statuses: StatusSelection) => void,
  adminFilters: AdminFilters,
  setAdminFilters: (adminFilters: AdminFilters) => void,
) {
  const coachChips = useCoachChip(adminFilters.coach, () => setAdminFilters({ ...adminFilters, coach: null }));
  return [
    ...coachChips,
    ...(adminFilters.type
      ? [{ label: `Art: ${adminFilters.type}`, clear: () => setAdminFilters({ ...adminFilters, type: null }) }]
      : []),
    ...hiddenStatusChips(statuses, setStatuses),
  ];
}

interface TypeFieldProps {
  /** Null for all types. */
  value: CoachingType | null;
  onChange: (type: CoachingType | null) => void;
}

/** The field that filters by type. At 1440 px all filters fit in one line beside the longest month. */
function TypeField({ value, onChange }: TypeFieldProps) {
  return (
    <TextField
      select
      label="Art"
      value={value ?? ''}
      onChange={({ target }) => onChange(coachingTypes.find((type) => type === target.value) ?? null)}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={{ width: { xs: '100%', sm: 160 } }}
    >
      <MenuItem value="">Alle</MenuItem>
      {coachingTypes.map((type) => (
        <MenuItem key={type} value={type}>
          {type}
        </MenuItem>
      ))}
    </TextField>
  );
}
