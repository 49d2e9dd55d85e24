import { useAddress, useCoachInAddress, usePageInAddress } from '../../web/address.ts';
import { overviewOrders, type OverviewOrder } from '../contract.ts';
import type { CoachingType } from '../rules.ts';
import type { Statuses } from './StatusFilter.tsx';

/** How many days the overview looks ahead at first, and the ranges that are wanted most. */
export const daysAhead = 30;
export const presets = [
  { label: 'Nächste 30 Tage', from: 0, till: daysAhead },
  { label: 'Letzte 30 Tage', from: -daysAhead, till: 0 },
];

/** The words for statuses in the address, where those stand that are not shown (`?ohne=frei,versaeumt`). */
const words: Record<keyof Statuses, string> = { booked: 'gebucht', free: 'frei', missed: 'versaeumt' };
const statusNames = Object.keys(words) as (keyof Statuses)[];
const kinds: Record<string, CoachingType> = { einzel: 'Einzelcoaching', speed: 'Speedcoaching' };

/** What admins narrow the overview to beside range and statuses; null takes all. */
export interface AdminChoice {
  coach: number | null;
  type: CoachingType | null;
  order: OverviewOrder;
}

/** The address of the admins' overview for a range of days (`yyyy-mm-dd`, both included) and some statuses or one kind. */
export function overviewAddress(
  { from, till }: { from: string; till: string },
  { only, type }: { only?: keyof Statuses; type?: CoachingType },
): string {
  const params = new URLSearchParams({ von: from, bis: till });
  if (only) params.set('ohne', hiddenWords({ booked: false, free: false, missed: false, [only]: true }));
  if (type) params.set('art', wordOfKind(type));
  return `/appointment-overview-admin?${params.toString()}`;
}

const hiddenWords = (chosen: Statuses) =>
  statusNames
    .filter((name) => !chosen[name])
    .map((name) => words[name])
    .join(',');
const wordOfKind = (type: CoachingType | null) => Object.keys(kinds).find((word) => kinds[word] === type) ?? '';

/**
 * What is chosen in the address: all statuses, everybody, both kinds, the earliest first and the first page where it
 * names none. Each change but that of the page begins at the first one.
 */
export function useOverviewChoice() {
  const { params, change } = useAddress();
  const { coach } = useCoachInAddress();
  const { page, setPage } = usePageInAddress();
  const off = params.get('ohne')?.split(',') ?? [];
  const statuses = Object.fromEntries(statusNames.map((name) => [name, !off.includes(words[name])])) as unknown;
  const admin: AdminChoice = {
    coach,
    type: kinds[params.get('art') ?? ''] ?? null,
    order: overviewOrders.find((order) => order === params.get('sortierung')) ?? 'start',
  };
  return {
    statuses: statuses as Statuses,
    setStatuses: (chosen: Statuses) => change({ ohne: hiddenWords(chosen) }),
    admin,
    setAdmin: ({ coach: id, type, order }: AdminChoice) =>
      change({
        coach: id === null ? '' : String(id),
        art: wordOfKind(type),
        sortierung: order === 'start' ? '' : order,
      }),
    page,
    setPage,
  };
}
