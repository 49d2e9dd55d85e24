import type { ComponentType } from 'react';
import type { User } from '../shared/user.ts';
import type { FirstAnswers } from '../web/calls/firstAnswers.ts';
import { roleOfId, type Role } from '../shared/roles.ts';

/** Who may open a page. 'signedIn' means every signed-in user. Admins may open every page. */
export type Audience = 'everyone' | 'signedIn' | Role;

/** The code of a page. */
export interface PageModule {
  default: ComponentType;
  /**
   * Puts the answers that came with the document into the cache. Returns whether the page can be rendered from them at
   * once. It is missing if the server does not render the page for participants.
   */
  cacheAnswers?: (answers: FirstAnswers) => boolean;
}

export interface Page {
  path: string;
  /** The page's heading, and the start of the document's title. */
  title: string;
  for: Audience;
  /** Whether the menu lists the page, in the section for its audience. */
  menu?: true;
  /** Whether the admins' section of the menu lists the page, too. */
  alsoInAdminSection?: true;
  /**
   * Whether the page uses the full width, for tables. A 'list' also starts near the top, so that more rows are visible.
   */
  wide?: true | 'list';
  /** Loads the page's code. It is called when the page is opened. */
  load: () => Promise<PageModule>;
}

/** A page of coaches or admins. */
type StaffPage = Omit<Page, 'menu' | 'load'>;

/**
 * The pages of coaches and admins, which are all in the menu. Only `staffCode.ts`
 * imports their code, so that the script that every user loads first does not contain the names of their files.
 */
const staffPages = [
  { path: '/intern-coach', title: 'Willkommen', for: 'coach' },
  { path: '/calendar', title: 'Kalender', for: 'coach', wide: true },
  { path: '/daily-plan', title: 'Tagesplan', for: 'coach', wide: 'list' },
  { path: '/search-participant-coach', title: 'Teilnehmersuche', for: 'coach', wide: 'list' },
  { path: '/ratingOverview', title: 'Bewertungen', for: 'coach', alsoInAdminSection: true, wide: 'list' },
  { path: '/new-appointment-coach', title: 'Termin erstellen', for: 'coach' },
  { path: '/series-coach', title: 'Serien', for: 'coach' },
  { path: '/absences-coach', title: 'Abwesenheiten', for: 'coach' },
  { path: '/appointment-overview-coach', title: 'Terminübersicht', for: 'coach', wide: 'list' },
  { path: '/introduction', title: 'Vorstellung', for: 'coach' },
  { path: '/intern-admin', title: 'Willkommen', for: 'admin' },
  { path: '/dashboard', title: 'Dashboard', for: 'admin', wide: true },
  { path: '/calendar-admin', title: 'Kalender', for: 'admin', wide: true },
  { path: '/visits', title: 'Besuche', for: 'admin', wide: 'list' },
  { path: '/booking-overview', title: 'Buchungsübersicht', for: 'admin', wide: 'list' },
  { path: '/search-participant-admin', title: 'Teilnehmersuche', for: 'admin', wide: 'list' },
  { path: '/appointment-overview-admin', title: 'Terminübersicht', for: 'admin', wide: 'list' },
  { path: '/waiting-list', title: 'Warteliste', for: 'admin', wide: 'list' },
  { path: '/new-appointment-admin', title: 'Termine erstellen', for: 'admin' },
  { path: '/series-admin', title: 'Serien', for: 'admin' },
  { path: '/absences-admin', title: 'Abwesenheiten', for: 'admin' },
  { path: '/new-appointment-upload', title: 'Termin Upload', for: 'admin', wide: true },
  { path: '/invite', title: 'Einladen', for: 'admin', wide: true },
  { path: '/coachlist', title: 'Nutzerverwaltung', for: 'admin', wide: 'list' },
  { path: '/introductions', title: 'Vorstellungen', for: 'admin' },
  { path: '/analytics', title: 'Auswertung', for: 'admin', wide: 'list' },
  { path: '/steering', title: 'Steuerung', for: 'admin', wide: true },
  { path: '/erasure-requests', title: 'Löschanträge', for: 'admin', wide: 'list' },
  { path: '/audit', title: 'Protokoll', for: 'admin', wide: 'list' },
  { path: '/mails', title: 'E-Mails', for: 'admin', wide: 'list' },
  { path: '/interfaces', title: 'Schnittstellen', for: 'admin' },
] as const satisfies readonly StaffPage[];

export type StaffPath = (typeof staffPages)[number]['path'];

/** Every page of the product. The routes, rights, titles and menu are derived from this list. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'Startseite',
    menu: true,
    for: 'everyone',
    load: () => import('../screens/landing/LandingPage.tsx'),
  },
  {
    path: '/genesys',
    title: 'Support-Chat',
    for: 'everyone',
    load: () => import('../screens/genesys/GenesysPage.tsx'),
  },
  ...['Impressum', 'Datenschutz', 'Barrierefreiheit'].map((title): Page => ({
    path: `/${title.toLowerCase()}`,
    title,
    for: 'everyone',
    load: () => import('../screens/legal/LegalPage.tsx'),
  })),
  {
    path: '/lizenzen',
    title: 'Lizenzen',
    for: 'everyone',
    load: () => import('../screens/licences/LicencesPage.tsx'),
  },
  { path: '/logout', title: 'Logout', for: 'everyone', load: () => import('../screens/logout/LogoutPage.tsx') },
  {
    path: '/registrierung-bestaetigen',
    title: 'Registrierung bestätigen',
    for: 'everyone',
    load: () => import('../screens/confirm-registration/ConfirmPage.tsx'),
  },
  {
    path: '/profile',
    title: 'Profil',
    menu: true,
    for: 'signedIn',
    load: () => import('../screens/profile/ProfilePage.tsx'),
  },
  {
    path: '/einstellungen',
    title: 'Einstellungen',
    for: 'signedIn',
    load: () => import('../screens/settings/SettingsPage.tsx'),
  },
  {
    path: '/change-password',
    title: 'Passwort ändern',
    for: 'signedIn',
    load: () => import('../screens/change-password/ChangePasswordPage.tsx'),
  },
  {
    path: '/intern-participant',
    title: 'Willkommen',
    menu: true,
    for: 'participant',
    load: () => import('../screens/intern-participant/ParticipantWelcomePage.tsx'),
  },
  {
    path: '/booking',
    title: 'Termine buchen',
    menu: true,
    for: 'participant',
    load: () => import('../screens/booking/BookingPage.tsx'),
  },
  {
    path: '/appointments',
    title: 'Meine Termine',
    menu: true,
    for: 'participant',
    load: () => import('../screens/appointments/AppointmentsPage.tsx'),
  },
  {
    path: '/coach',
    title: 'Coach',
    for: 'signedIn',
    load: () => import('../screens/coach/CoachPage.tsx'),
  },
  {
    path: '/files',
    title: 'Meine Unterlagen',
    menu: true,
    for: 'participant',
    load: () => import('../screens/files/FilesPage.tsx'),
  },
  ...staffPages.map((page): Page => ({
    ...page,
    menu: true,
    load: async () => (await import('./staffCode.ts')).staffPageLoaders[page.path](),
  })),
];

/** Returns the page at a path, or undefined for an unknown path. Ignores capital letters and trailing slashes. */
export function pageAt(pathname: string): Page | undefined {
  const path = pathname.replace(/(.)\/+$/, '$1').toLowerCase();
  return pages.find((page) => page.path.toLowerCase() === path);
}

/**
 * Whether a user may open a page; null stands for a signed-out visitor. A user without a role may open pages for
 * 'everyone' and 'signedIn'.
 */
export function mayOpen(page: Page, user: User | null): boolean {
  if (page.for === 'everyone') return true;
  if (page.for === 'signedIn') return user !== null;
  const role = user && roleOfId(user.role.value);
  return role === page.for || role === 'admin';
}
