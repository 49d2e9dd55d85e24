import { Suspense } from 'react';
import { roles } from '../../shared/roles.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useSession } from '../../web/session.ts';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';

// Separate chunks, so that the entry bundle, which names the files of each page, stays small.
const OwnCalendar = lazyComponent('OwnCalendar', () => import('./OwnCalendar.tsx'));
const FullCalendar = lazyComponent('FullCalendar', () => import('./FullCalendar.tsx'));

/**
 * The calendar (reference 7.16): of coaches of their choice for admins, a coach's own otherwise, whichever of the two
 * addresses is open.
 */
export default function CalendarPage() {
  const admin = useSession().user?.role.value === roles.admin.value;
  return <Suspense fallback={<CalendarSkeleton />}>{admin ? <FullCalendar /> : <OwnCalendar />}</Suspense>;
}
