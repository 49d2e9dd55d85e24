import type { ComponentType } from 'react';
import type { StaffPath } from './pages.ts';

type PageLoader = () => Promise<{ default: ComponentType }>;

// The pages that have two addresses, one for coaches and one for admins.
const search: PageLoader = () => import('../screens/search-participant/SearchPage.tsx');
const overview: PageLoader = () => import('../screens/appointment-overview/AppointmentOverviewPage.tsx');
const series: PageLoader = () => import('../screens/series/SeriesPage.tsx');
const calendar: PageLoader = () => import('../screens/calendar/CalendarPage.tsx');
const absences: PageLoader = () => import('../screens/absences/AbsencePage.tsx');

/** The functions that load the code of the pages of coaches and admins. */
export const staffCode: Record<StaffPath, PageLoader> = {
  '/intern-coach': () => import('../screens/intern-coach/CoachWelcomePage.tsx'),
  '/calendar': calendar,
  '/daily-plan': () => import('../screens/daily-plan/DailyPlanPage.tsx'),
  '/search-participant-coach': search,
  '/ratingOverview': () => import('../screens/rating-overview/RatingOverviewPage.tsx'),
  '/new-appointment-coach': () => import('../screens/new-appointment/NewAppointmentPage.tsx'),
  '/series-coach': series,
  '/absences-coach': absences,
  '/appointment-overview-coach': overview,
  '/introduction': () => import('../screens/introduction/IntroductionPage.tsx'),
  '/intern-admin': () => import('../screens/intern-admin/AdminWelcomePage.tsx'),
  '/dashboard': () => import('../screens/dashboard/DashboardPage.tsx'),
  '/calendar-admin': calendar,
  '/visits': () => import('../screens/visits/VisitsPage.tsx'),
  '/booking-overview': () => import('../screens/booking-overview/BookingOverviewPage.tsx'),
  '/search-participant-admin': search,
  '/appointment-overview-admin': overview,
  '/waiting-list': () => import('../screens/waiting-list/WaitingPage.tsx'),
  '/new-appointment-admin': () => import('../screens/new-appointment/NewAppointmentForCoachPage.tsx'),
  '/series-admin': series,
  '/absences-admin': absences,
  '/new-appointment-upload': () => import('../screens/new-appointment-upload/ImportPage.tsx'),
  '/coachlist': () => import('../screens/coachlist/CoachListPage.tsx'),
  '/introductions': () => import('../screens/introductions/IntroductionsPage.tsx'),
  '/analytics': () => import('../screens/analytics/AnalyticsPage.tsx'),
  '/steering': () => import('../screens/steering/SteeringPage.tsx'),
  '/erasure-requests': () => import('../screens/erasure-requests/ErasureRequestsPage.tsx'),
  '/audit': () => import('../screens/audit/AuditPage.tsx'),
  '/mails': () => import('../screens/mails/MailsPage.tsx'),
};
