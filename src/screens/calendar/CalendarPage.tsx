import { Suspense } from 'react';
import { roles } from '../../shared/roles.ts';
import { lazyComponent } from '../../web/lazyComponent.ts';
import { useSession } from '../../web/session.ts';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';

// Separate chunks, because the entry bundle lists the files of each page and has to stay small.
const OwnCalendar = lazyComponent('OwnCalendar', () => import('./OwnCalendar.tsx'));
const FullCalendar = lazyComponent('FullCalendar', () => import('./FullCalendar.tsx'));

/**
 * The calendar page (reference 7.16). It has two URLs. At both, an admin sees the calendars of the coaches they choose,
 * and a coach sees their own.
 */
export default function CalendarPage() {
  const isAdmin = useSession().user?.role.value === roles.admin.value;
  return <Suspense fallback={<CalendarSkeleton />}>{isAdmin ? <FullCalendar /> : <OwnCalendar />}</Suspense>;
}
