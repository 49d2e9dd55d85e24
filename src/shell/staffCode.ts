import type { ComponentType } from 'react';
import type { StaffPath } from './pages.ts';

type Load = () => Promise<{ default: ComponentType }>;

// Pages at two addresses, one for each role.
const search: Load = () => import('../features/participants/ui/SearchPage.tsx');
const overview: Load = () => import('../features/appointments/ui/AppointmentOverviewPage.tsx');
const series: Load = () => import('../features/appointments/series/ui/SeriesPage.tsx');
const calendar: Load = () => import('../features/appointments/calendar/ui/CalendarPage.tsx');
const absences: Load = () => import('../features/absences/ui/AbsencePage.tsx');

/** The code of the pages of coaches and admins, loaded when one of them is opened. */
export const staffCode: Record<StaffPath, Load> = {
  '/intern-coach': () => import('../features/appointments/ui/CoachWelcomePage.tsx'),
  '/calendar': calendar,
  '/daily-plan': () => import('../features/appointments/ui/DailyPlanPage.tsx'),
  '/search-participant-coach': search,
  '/ratingOverview': () => import('../features/ratings/ui/OverviewPage.tsx'),
  '/new-appointment-coach': () => import('../features/appointments/ui/NewAppointmentPage.tsx'),
  '/series-coach': series,
  '/absences-coach': absences,
  '/appointment-overview-coach': overview,
  '/introduction': () => import('../features/coaches/introduction/ui/IntroductionPage.tsx'),
  '/intern-admin': () => import('../features/dashboard/ui/AdminWelcomePage.tsx'),
  '/dashboard': () => import('../features/dashboard/ui/DashboardPage.tsx'),
  '/calendar-admin': calendar,
  '/visits': () => import('../features/dashboard/ui/VisitsPage.tsx'),
  '/booking-overview': () => import('../features/booking/ui/BookingOverviewPage.tsx'),
  '/search-participant-admin': search,
  '/appointment-overview-admin': overview,
  '/waiting-list': () => import('../features/waiting/ui/WaitingPage.tsx'),
  '/new-appointment-admin': () => import('../features/appointments/ui/NewAppointmentForCoachPage.tsx'),
  '/series-admin': series,
  '/absences-admin': absences,
  '/new-appointment-upload': () => import('../features/appointments/ui/ImportPage.tsx'),
  '/coachlist': () => import('../features/coaches/ui/CoachListPage.tsx'),
  '/introductions': () => import('../features/coaches/introduction/ui/IntroductionsPage.tsx'),
  '/analytics': () => import('../features/coaches/ui/AnalyticsPage.tsx'),
  '/steering': () => import('../features/steering/ui/SteeringPage.tsx'),
  '/erasure-requests': () => import('../features/own-data/erasure/ui/ErasureRequestsPage.tsx'),
  '/audit': () => import('../features/audit/ui/AuditPage.tsx'),
  '/mails': () => import('../features/mail/ui/MailsPage.tsx'),
};
