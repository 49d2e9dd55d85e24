import { describe, expect, test } from 'vitest';
import type { User } from '../shared/user.ts';
import { roles } from '../shared/roles.ts';
import { mayOpen, pageAt, pages } from './pages.ts';

/** The path and title of each page for coaches and admins (reference 1.3), and the role that it is for. */
const staffPages = [
  ['/intern-coach', 'Willkommen', 'coach'],
  ['/calendar', 'Kalender', 'coach'],
  ['/daily-plan', 'Tagesplan', 'coach'],
  ['/search-participant-coach', 'Teilnehmersuche', 'coach'],
  ['/new-appointment-coach', 'Termin erstellen', 'coach'],
  ['/series-coach', 'Serien', 'coach'],
  ['/absences-coach', 'Abwesenheiten', 'coach'],
  ['/appointment-overview-coach', 'Terminübersicht', 'coach'],
  ['/ratingOverview', 'Bewertungen', 'coach'],
  ['/intern-admin', 'Willkommen', 'admin'],
  ['/dashboard', 'Dashboard', 'admin'],
  ['/visits', 'Besuche', 'admin'],
  ['/calendar-admin', 'Kalender', 'admin'],
  ['/booking-overview', 'Buchungsübersicht', 'admin'],
  ['/search-participant-admin', 'Teilnehmersuche', 'admin'],
  ['/invite', 'Einladen', 'admin'],
  ['/appointment-overview-admin', 'Terminübersicht', 'admin'],
  ['/waiting-list', 'Warteliste', 'admin'],
  ['/new-appointment-admin', 'Termine erstellen', 'admin'],
  ['/series-admin', 'Serien', 'admin'],
  ['/absences-admin', 'Abwesenheiten', 'admin'],
  ['/new-appointment-upload', 'Termin Upload', 'admin'],
  ['/coachlist', 'Nutzerverwaltung', 'admin'],
  ['/introduction', 'Vorstellung', 'coach'],
  ['/introductions', 'Vorstellungen', 'admin'],
  ['/analytics', 'Auswertung', 'admin'],
  ['/steering', 'Steuerung', 'admin'],
  ['/erasure-requests', 'Löschanträge', 'admin'],
  ['/audit', 'Protokoll', 'admin'],
  ['/mails', 'E-Mails', 'admin'],
  ['/interfaces', 'Schnittstellen', 'admin'],
] as const;

const userWith = (role: keyof typeof roles) => ({ role: roles[role] }) as User;

describe('the pages for coaches and admins', () => {
  test.each(staffPages)('%s is titled %s, is for %s, and is in the menu [1.3]', (path, title, audience) => {
    const page = pageAt(path);
    expect(page).toMatchObject({ title, for: audience });
    if (!page) return;
    expect(page.menu).toBe(true);
    expect(mayOpen(page, null)).toBe(false);
    expect(mayOpen(page, userWith('participant'))).toBe(false);
    expect(mayOpen(page, userWith('coach'))).toBe(audience === 'coach');
    expect(mayOpen(page, userWith('admin'))).toBe(true);
  });

  test('are all in the list of this test', () => {
    const actualStaffPages = pages.filter(({ for: audience }) => audience === 'coach' || audience === 'admin');
    const listedPaths = staffPages.map(([path]) => path);
    expect(actualStaffPages.map(({ path }) => path).sort()).toEqual([...listedPaths].sort());
  });
});

test('an admin can open the pages of participants, and a coach cannot [1.3]', () => {
  const participantPages = pages.filter(({ for: audience }) => audience === 'participant');
  expect(participantPages.filter((page) => !mayOpen(page, userWith('admin')))).toEqual([]);
  expect(participantPages.filter((page) => mayOpen(page, userWith('coach')))).toEqual([]);
});

test('a path with capital letters or trailing slashes leads to the same page', () => {
  expect(pageAt('/RATINGoverview//')?.title).toBe('Bewertungen');
  expect(pageAt('/')?.title).toBe('Startseite');
  expect(pageAt('/ratingOverview/x')).toBeUndefined();
});
