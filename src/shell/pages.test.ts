import { describe, expect, test } from 'vitest';
import type { User } from '../accounts/contract.ts';
import { roles } from '../shared/roles.ts';
import { mayOpen, pageAt, pages } from './pages.ts';

/** Coaches' and admins' pages with the titles of the specification (spec coach §2), and who opens them. */
const staffPages = [
  ['/intern-coach', 'Willkommen', 'coach'],
  ['/daily-plan', 'Tagesplan', 'coach'],
  ['/search-participant-coach', 'Teilnehmersuche', 'coach'],
  ['/new-appointment-coach', 'Termin erstellen', 'coach'],
  ['/appointment-overview-coach', 'Terminübersicht', 'coach'],
  ['/ratingOverview', 'Bewertungen', 'coach'],
  ['/intern-admin', 'Willkommen', 'admin'],
  ['/dashboard', 'Dashboard', 'admin'],
  ['/booking-overview', 'Buchungsübersicht', 'admin'],
  ['/search-participant-admin', 'Teilnehmersuche', 'admin'],
  ['/appointment-overview-admin', 'Terminübersicht', 'admin'],
  ['/new-appointment-admin', 'Termine erstellen', 'admin'],
  ['/new-appointment-upload', 'Termin Upload', 'admin'],
  ['/coachlist', 'Nutzerverwaltung', 'admin'],
  ['/analytics', 'Auswertung', 'admin'],
  ['/audit', 'Protokoll', 'admin'],
  ['/mails', 'E-Mails', 'admin'],
] as const;

const somebody = (role: keyof typeof roles) => ({ role: roles[role] }) as User;

describe('a page of the staff', () => {
  test.each(staffPages)('%s is titled %s, stands in the menu, and is for %s', (path, title, audience) => {
    const page = pageAt(path);
    expect(page).toMatchObject({ title, menu: title, for: audience });
    if (!page) return;
    expect(mayOpen(page, null)).toBe(false);
    expect(mayOpen(page, somebody('participant'))).toBe(false);
    expect(mayOpen(page, somebody('coach'))).toBe(audience === 'coach');
    expect(mayOpen(page, somebody('admin'))).toBe(true);
  });

  test('there are no others', () => {
    const known = pages.filter(({ for: audience }) => audience === 'coach' || audience === 'admin');
    expect(known.map(({ path }) => path).sort()).toEqual(staffPages.map(([path]) => path).sort());
  });
});

test('an admin opens the pages of participants, too', () => {
  const own = pages.filter(({ for: audience }) => audience === 'participant');
  expect(own.filter((page) => !mayOpen(page, somebody('admin')))).toEqual([]);
  expect(own.filter((page) => mayOpen(page, somebody('coach')))).toEqual([]);
});

test('capitals and slashes at its end make no other address', () => {
  expect(pageAt('/RATINGoverview//')?.title).toBe('Bewertungen');
  expect(pageAt('/')?.title).toBe('Startseite');
  expect(pageAt('/ratingOverview/x')).toBeUndefined();
});
