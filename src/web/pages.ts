import type { ComponentType } from 'react';
import type { User } from '../accounts/contract.ts';
import { roleOfId, type Role } from '../shared/roles.ts';

/** Whom a page is for. An admin opens every page; 'signedIn' is every person. */
export type Audience = 'everyone' | 'signedIn' | Role;

export interface Page {
  path: string;
  /** The document's title. */
  title: string;
  for: Audience;
  /** The entry in the menu's section of that audience; absent for pages that the menu does not list. */
  menu?: string;
  /** Stands in the admins' section, too. */
  alsoForAdmins?: true;
  /** The page's code, loaded when it is opened. */
  load: () => Promise<{ default: ComponentType }>;
}

/** Every page of the product: one line each. Routes, rights, titles and the menu come from here. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'Startseite',
    menu: 'Startseite',
    for: 'everyone',
    load: () => import('../accounts/ui/LandingPage.tsx'),
  },
  { path: '/genesys', title: 'Support-Chat', for: 'everyone', load: () => import('../portal/ui/GenesysPage.tsx') },
  { path: '/logout', title: 'Logout', for: 'everyone', load: () => import('./LogoutPage.tsx') },
  {
    path: '/registrierung-bestaetigen',
    title: 'Registrierung bestätigen',
    for: 'everyone',
    load: () => import('../accounts/ui/ConfirmPage.tsx'),
  },
  {
    path: '/profile',
    title: 'Profil',
    menu: 'Profil',
    for: 'signedIn',
    load: () => import('../accounts/ui/ProfilePage.tsx'),
  },
  {
    path: '/einstellungen',
    title: 'Einstellungen',
    for: 'signedIn',
    load: () => import('../accounts/ui/SettingsPage.tsx'),
  },
  {
    path: '/change-password',
    title: 'Passwort ändern',
    for: 'signedIn',
    load: () => import('../accounts/ui/ChangePasswordPage.tsx'),
  },
  {
    path: '/intern-participant',
    title: 'Willkommen',
    menu: 'Willkommen',
    for: 'participant',
    load: () => import('../booking/ui/WelcomePage.tsx'),
  },
  {
    path: '/booking',
    title: 'Termine buchen',
    menu: 'Termine buchen',
    for: 'participant',
    load: () => import('../booking/ui/BookingPage.tsx'),
  },
  {
    path: '/appointments',
    title: 'Meine Termine',
    menu: 'Meine Termine',
    for: 'participant',
    load: () => import('../booking/ui/AppointmentsPage.tsx'),
  },
  {
    path: '/files',
    title: 'Meine Unterlagen',
    menu: 'Meine Unterlagen',
    for: 'participant',
    load: () => import('../files/ui/FilesPage.tsx'),
  },
  {
    path: '/intern-coach',
    title: 'Willkommen',
    menu: 'Willkommen',
    for: 'coach',
    load: () => import('../appointments/ui/CoachWelcomePage.tsx'),
  },
  {
    path: '/daily-plan',
    title: 'Tagesplan',
    menu: 'Tagesplan',
    for: 'coach',
    load: () => import('../appointments/ui/DailyPlanPage.tsx'),
  },
  {
    path: '/search-participant-coach',
    title: 'Teilnehmersuche',
    menu: 'Teilnehmersuche',
    for: 'coach',
    load: () => import('../participants/ui/SearchPage.tsx'),
  },
  {
    path: '/ratingOverview',
    title: 'Bewertungen',
    menu: 'Bewertungen',
    for: 'coach',
    alsoForAdmins: true,
    load: () => import('../ratings/ui/OverviewPage.tsx'),
  },
  {
    path: '/new-appointment-coach',
    title: 'Termin erstellen',
    menu: 'Termin erstellen',
    for: 'coach',
    load: () => import('../appointments/ui/NewAppointmentPage.tsx'),
  },
  {
    path: '/appointment-overview-coach',
    title: 'Terminübersicht',
    menu: 'Terminübersicht',
    for: 'coach',
    load: () => import('../appointments/ui/AppointmentOverviewPage.tsx'),
  },
  {
    path: '/intern-admin',
    title: 'Willkommen',
    menu: 'Willkommen',
    for: 'admin',
    load: () => import('../dashboard/ui/AdminWelcomePage.tsx'),
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    menu: 'Dashboard',
    for: 'admin',
    load: () => import('../dashboard/ui/DashboardPage.tsx'),
  },
  {
    path: '/booking-overview',
    title: 'Buchungsübersicht',
    menu: 'Buchungsübersicht',
    for: 'admin',
    load: () => import('../booking/ui/BookingOverviewPage.tsx'),
  },
  {
    path: '/search-participant-admin',
    title: 'Teilnehmersuche',
    menu: 'Teilnehmersuche',
    for: 'admin',
    load: () => import('../participants/ui/SearchPage.tsx'),
  },
  {
    path: '/appointment-overview-admin',
    title: 'Terminübersicht',
    menu: 'Terminübersicht',
    for: 'admin',
    load: () => import('../appointments/ui/AppointmentOverviewPage.tsx'),
  },
  {
    path: '/new-appointment-admin',
    title: 'Termine erstellen',
    menu: 'Termine erstellen',
    for: 'admin',
    load: () => import('../appointments/ui/NewAppointmentForCoachPage.tsx'),
  },
  {
    path: '/new-appointment-upload',
    title: 'Termin Upload',
    menu: 'Termin Upload',
    for: 'admin',
    load: () => import('../appointments/ui/ImportPage.tsx'),
  },
  {
    path: '/coachlist',
    title: 'Nutzerverwaltung',
    menu: 'Nutzerverwaltung',
    for: 'admin',
    load: () => import('../coaches/ui/CoachListPage.tsx'),
  },
  {
    path: '/analytics',
    title: 'Auswertung',
    menu: 'Auswertung',
    for: 'admin',
    load: () => import('../coaches/ui/AnalyticsPage.tsx'),
  },
  {
    path: '/audit',
    title: 'Protokoll',
    menu: 'Protokoll',
    for: 'admin',
    load: () => import('../audit/ui/AuditPage.tsx'),
  },
  {
    path: '/mails',
    title: 'E-Mails',
    menu: 'E-Mails',
    for: 'admin',
    load: () => import('../mail/ui/MailsPage.tsx'),
  },
];

/** The page of an address, or undefined for an unknown one. Capitals and slashes at its end make no difference. */
export function pageAt(pathname: string): Page | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1').toLowerCase();
  return pages.find((page) => page.path.toLowerCase() === path);
}

/** Whether a person may open a page; null is nobody. A person without a role has what every person has. */
export function mayOpen(page: Page, user: User | null): boolean {
  if (page.for === 'everyone') return true;
  if (page.for === 'signedIn') return user !== null;
  const role = user && roleOfId(user.role.value);
  return role === page.for || role === 'admin';
}
