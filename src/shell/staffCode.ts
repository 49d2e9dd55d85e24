import type { ComponentType } from 'react';
import type { StaffPath } from './pages.ts';

type PageLoader = () => Promise<{ default: ComponentType }>;

// Each of these pages has two addresses, one for coaches and one for admins.
const loadSearchPage: PageLoader = () => import('../screens/search-participant/SearchPage.tsx');
const loadOverviewPage: PageLoader = () => import('../screens/appointment-overview/AppointmentOverviewPage.tsx');
const loadSeriesPage: PageLoader = () => import('../screens/series/SeriesPage.tsx');
const loadCalendarPage: PageLoader = () => import('../screens/calendar/CalendarPage.tsx');
const loadAbsencePage: PageLoader = () => import('../screens/absences/AbsencePage.tsx');

/** The functions that load the code of each page for coaches or admins, by path. */
export const staffPageLoaders: Record<StaffPath, PageLoader> = {
  '/intern-coach': () => import('../screens/intern-coach/CoachWelcomePage.tsx'),
  '/calendar': loadCalendarPage,
  '/daily-plan': () => import('../screens/daily-plan/DailyPlanPage.tsx'),
  '/search-participant-coach': loadSearchPage,
  '/ratingOverview': () => import('../screens/rating-overview/RatingOverviewPage.tsx'),
  '/new-appointment-coach': () => import('../screens/new-appointment/NewAppointmentPage.tsx'),
  '/series-coach': loadSeriesPage,
  '/absences-coach': loadAbsencePage,
  '/appointment-overview-coach': loadOverviewPage,
  '/introduction': () => import('../screens/introduction/IntroductionPage.tsx'),
  '/intern-admin': () => import('../screens/intern-admin/AdminWelcomePage.tsx'),
  '/dashboard': () => import('../screens/dashboard/DashboardPage.tsx'),
  '/calendar-admin': loadCalendarPage,
  '/visits': () => import('../screens/visits/VisitsPage.tsx'),
  '/booking-overview': () => import('../screens/booking-overview/BookingOverviewPage.tsx'),
  '/search-participant-admin': loadSearchPage,
  '/appointment-overview-admin': loadOverviewPage,
  '/waiting-list': () => import('../screens/waiting-list/WaitingPage.tsx'),
  '/new-appointment-admin': () => import('../screens/new-appointment/NewAppointmentForCoachPage.tsx'),
  '/series-admin': loadSeriesPage,
  '/absences-admin': loadAbsencePage,
  '/new-appointment-upload': () => import('../screens/new-appointment-upload/ImportPage.tsx'),
  '/invite': () => import('../screens/invite/InvitePage.tsx'),
  '/coachlist': () => import('../screens/coachlist/CoachListPage.tsx'),
  '/introductions': () => import('../screens/introductions/IntroductionsPage.tsx'),
  '/analytics': () => import('../screens/analytics/AnalyticsPage.tsx'),
  '/steering': () => import('../screens/steering/SteeringPage.tsx'),
  '/erasure-requests': () => import('../screens/erasure-requests/ErasureRequestsPage.tsx'),
  '/audit': () => import('../screens/audit/AuditPage.tsx'),
  '/mails': () => import('../screens/mails/MailsPage.tsx'),
  '/interfaces': () => import('../screens/interfaces/InterfacesPage.tsx'),
};
