import {
  idParam,
  oneOfParam,
  pageParam,
  shownKindsParam,
  useSearchFilters,
} from '../../../web/address/searchFilters.ts';
import { defaultOverviewOrder } from '../rules.ts';
import { overviewOrders, type OverviewOrder } from '../contract.ts';
import { coachingTypes, type CoachingType } from '../../../shared/coaching.ts';
import { useNow } from '../../../web/clock.ts';
import type { Range } from '../../../web/ui/fields/range.ts';
import type { StatusSelection } from './StatusFilter.tsx';

/** The number of days ahead that the overview shows by default. */
export const daysAhead = 30;
/** The ranges that the overview suggests. */
export const rangePresets = [
  { label: 'Nächste 30 Tage', from: 0, till: daysAhead },
  { label: 'Letzte 30 Tage', from: -daysAhead, till: 0 },
];

/** The number of rows on a page, unless the user chooses another (reference 7.8). */
export const defaultPageSize = 15;

/** Additional filters for admins; null means no filter. */
export interface AdminFilters {
  coach: number | null;
  type: CoachingType | null;
  order: OverviewOrder;
}

const typeParams: Record<CoachingType, string> = { Einzelcoaching: 'einzel', Speedcoaching: 'speed' };

/** The filters in the URL, which lists the hidden statuses (`?ohne=frei,versaeumt`). */
const params = {
  statuses: shownKindsParam<keyof StatusSelection>('ohne', { booked: 'gebucht', free: 'frei', missed: 'versaeumt' }),
  coach: idParam('coach'),
  type: oneOfParam('art', coachingTypes, null, (type) => typeParams[type]),
  order: oneOfParam('sortierung', overviewOrders, null),
  page: pageParam,
};

/** Returns the path and query of the admins' overview for a range of days (`yyyy-mm-dd`) and one status or one type. */
export function fullOverviewPath(
  { from, till }: Range,
  { only, type }: { only?: keyof StatusSelection; type?: CoachingType },
): string {
  const search = new URLSearchParams({ von: from, bis: till });
  if (only) search.set('ohne', params.statuses.write({ booked: false, free: false, missed: false, [only]: true }));
  if (type) search.set('art', typeParams[type]);
  return `/appointment-overview-admin?${search.toString()}`;
}

/** Returns the filters and the order of the admins' overview in the form that its calls expect. */
export function toFullOverviewInput(
  { from, till }: Range,
  status: StatusSelection,
  { coach, type, order }: AdminFilters,
) {
  return { fromDate: from, tillDate: till, status, coachId: coach, sort: order, ...(type ? { type } : {}) };
}

/**
 * Reads and sets the filters in the URL: by default all statuses, coaches and types, in the default order of the range.
 */
export function useOverviewFilters(range: Range) {
  const { filters, setFilters } = useSearchFilters(params);
  const { statuses, page, ...adminFilters } = filters;
  const defaultOrder = defaultOverviewOrder(range, useNow().date);
  return {
    statuses,
    setStatuses: (chosen: StatusSelection) => setFilters({ statuses: chosen }),
    /** The order of the rows while none is chosen, as a coach never can. */
    defaultOrder,
    adminFilters: { ...adminFilters, order: adminFilters.order ?? defaultOrder },
    setAdminFilters: (chosen: AdminFilters) =>
      setFilters({ ...chosen, order: chosen.order === defaultOrder ? null : chosen.order }),
    /** Shows all statuses, coaches and types again. */
    reset: () => setFilters({ statuses: { booked: true, free: true, missed: true }, coach: null, type: null }),
    page,
    setPage: (newPage: number, options?: { replace?: boolean }) => setFilters({ page: newPage }, options),
  };
}
