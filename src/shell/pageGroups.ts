import { groupBy } from '../shared/group.ts';
import type { Page, StaffPath } from './pages.ts';

/** The groups of the pages for coaches and admins, in the order of the menu. */
export const pageGroups = ['Heute', 'Termine', 'Menschen', 'Zahlen', 'Betrieb'] as const;

export type PageGroup = (typeof pageGroups)[number];

/** The group of each page, in the order in which a group lists its pages. */
const groupOfPath: Record<StaffPath, PageGroup> = {
  '/intern-coach': 'Heute',
  '/daily-plan': 'Heute',
  '/calendar': 'Heute',
  '/intern-admin': 'Heute',
  '/dashboard': 'Heute',
  '/calendar-admin': 'Heute',
  '/appointment-overview-coach': 'Termine',
  '/new-appointment-coach': 'Termine',
  '/series-coach': 'Termine',
  '/absences-coach': 'Termine',
  '/appointment-overview-admin': 'Termine',
  '/booking-overview': 'Termine',
  '/waiting-list': 'Termine',
  '/new-appointment-admin': 'Termine',
  '/new-appointment-upload': 'Termine',
  '/series-admin': 'Termine',
  '/absences-admin': 'Termine',
  '/search-participant-coach': 'Menschen',
  '/introduction': 'Menschen',
  '/search-participant-admin': 'Menschen',
  '/invite': 'Menschen',
  '/coachlist': 'Menschen',
  '/introductions': 'Menschen',
  '/erasure-requests': 'Menschen',
  '/ratingOverview': 'Zahlen',
  '/analytics': 'Zahlen',
  '/steering': 'Zahlen',
  '/visits': 'Zahlen',
  '/mails': 'Betrieb',
  '/audit': 'Betrieb',
  '/interfaces': 'Betrieb',
};

const orderedPaths = Object.keys(groupOfPath);

/** A group of pages in a section of the menu. `name` is null for pages that are in no group. */
export interface GroupOfPages {
  name: PageGroup | null;
  entries: Page[];
}

/** Groups the pages of a section of the menu; groups without pages are left out. Pages in no group come first. */
export function groupPages(entries: readonly Page[]): GroupOfPages[] {
  const groups = groupBy(entries, ({ path }): PageGroup | null => groupOfPath[path as StaffPath] ?? null);
  return [null, ...pageGroups]
    .map((name) => ({
      name,
      entries: [...(groups.get(name) ?? [])].sort(
        (a, b) => orderedPaths.indexOf(a.path) - orderedPaths.indexOf(b.path),
      ),
    }))
    .filter((group) => group.entries.length > 0);
}
