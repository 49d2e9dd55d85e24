import type { Locator, Page } from '@playwright/test';
import { addDays, dateOf } from '../../src/shared/berlin.ts';

export const main = (page: Page) => page.getByRole('main');
export const heading = (name: string) => (page: Page) => main(page).getByRole('heading', { name }).first();
export const text = (words: string | RegExp) => (page: Page) => main(page).getByText(words).first();
const firstEntry = (page: Page) => main(page).locator('[data-entry]').first();
export const rows = (page: Page) => main(page).getByRole('listitem').first();
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const today = dateOf(new Date());
/** The query for the range of days that have appointments in the demo data. */
export const range = `von=${addDays(today, -12)}&bis=${addDays(today, 27)}`;

/**
 * The content by which a loaded page is recognized, for every page of the product by its path, with the demo data.
 * `search` is the query for pages that show something only after a search.
 */
export const pageContents: Readonly<Record<string, { shows: (page: Page) => Locator; search?: string }>> = {
  '/': { shows: heading('Das bekommst du bei uns') },
  '/genesys': { shows: (page) => page.getByRole('region', { name: 'Support-Chat' }) },
  '/impressum': { shows: heading('Kontakt') },
  '/datenschutz': { shows: heading('Deine Rechte') },
  '/barrierefreiheit': { shows: heading('Eine Barriere melden') },
  '/logout': { shows: text('Du bist abgemeldet.') },
  '/registrierung-bestaetigen': { shows: (page) => button(page, 'Registrierung bestätigen'), search: 'token=x' },
  '/profile': { shows: text(/@demo\.example/) },
  '/einstellungen': { shows: text('Diese Sitzung') },
  '/change-password': { shows: (page) => main(page).getByRole('textbox').first() },
  '/intern-participant': { shows: rows },
  '/booking': { shows: text('Zeitraum') },
  '/appointments': { shows: text(/^(Kommende|Vergangene) Termine$|^Du hast noch keine Termine gebucht$/) },
  // Any heading other than 'Coach' is the coach's name; only participants see free appointments below it.
  '/coach': {
    shows: (page) =>
      main(page)
        .getByRole('heading', { level: 1 })
        .filter({ hasNotText: /^Coach$/ }),
    search: 'id=2',
  },
  '/files': { shows: heading('Meine Unterlagen') },
  '/intern-coach': { shows: (page) => main(page).getByRole('link', { name: 'Tagesplan öffnen' }) },
  '/calendar': { shows: (page) => main(page).getByRole('group', { name: 'Stunden' }) },
  '/daily-plan': { shows: text(/^Vom .* wurden/), search: range },
  '/search-participant-coach': { shows: (page) => button(page, /^Details/), search: 'alle=1' },
  '/ratingOverview': { shows: text(/von 5 Sternen/), search: range },
  '/new-appointment-coach': { shows: (page) => button(page, 'Termin erstellen') },
  '/absences-coach': { shows: (page) => button(page, 'Vorschau zeigen') },
  '/series-coach': { shows: (page) => button(page, 'Vorschau zeigen') },
  '/appointment-overview-coach': { shows: firstEntry, search: range },
  // An admin without a coach's profile sees a notice instead.
  '/introduction': { shows: (page) => heading('Wie du dich vorstellst')(page).or(page.getByRole('alert').first()) },
  '/intern-admin': { shows: rows },
  '/dashboard': { shows: heading('Buchungen') },
  '/visits': { shows: heading('Browser') },
  '/calendar-admin': { shows: (page) => button(page, 'Coaches wählen') },
  '/booking-overview': { shows: text(/Buchungen gefunden$/), search: range },
  '/search-participant-admin': { shows: (page) => button(page, /^Details/), search: 'alle=1' },
  '/appointment-overview-admin': { shows: firstEntry, search: range },
  '/waiting-list': { shows: heading('Warteliste') },
  '/new-appointment-admin': { shows: (page) => button(page, 'Termin erstellen') },
  '/absences-admin': { shows: (page) => button(page, 'Vorschau zeigen') },
  '/series-admin': { shows: (page) => button(page, 'Vorschau zeigen') },
  '/new-appointment-upload': { shows: (page) => button(page, 'Termine importieren') },
  '/coachlist': { shows: text('coach@demo.example') },
  '/analytics': { shows: heading('Termine'), search: `coach=2&${range}` },
  '/introductions': { shows: (page) => button(page, 'Freigeben') },
  '/steering': { shows: heading('Auslastung') },
  '/erasure-requests': { shows: (page) => button(page, 'Mit Begründung ablehnen') },
  '/audit': { shows: firstEntry },
  '/mails': { shows: heading('E-Mails') },
};
