import type { Locator, Page } from '@playwright/test';
import { addDays, dateOf } from '../../src/shared/berlin.ts';

export const main = (page: Page) => page.getByRole('main');
export const heading = (name: string) => (page: Page) => main(page).getByRole('heading', { name }).first();
export const text = (words: string | RegExp) => (page: Page) => main(page).getByText(words).first();
const firstEntry = (page: Page) => main(page).locator('[data-entry]').first();
export const firstListItem = (page: Page) => main(page).getByRole('listitem').first();
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const today = dateOf(new Date());
/** The query for the days that have appointments in the demo data. */
export const demoRangeQuery = `von=${addDays(today, -12)}&bis=${addDays(today, 27)}`;

/**
 * Every page of the product, by its path. `content` is visible when the page has loaded the demo data. `query` is the
 * query string of the URL, for pages that show no content without it.
 */
export const pageContents: Readonly<Record<string, { content: (page: Page) => Locator; query?: string }>> = {
  '/': { content: heading('Das bekommst du bei uns') },
  '/genesys': { content: (page) => page.getByRole('region', { name: 'Support-Chat' }) },
  '/impressum': { content: heading('Kontakt') },
  '/datenschutz': { content: heading('Deine Rechte') },
  '/barrierefreiheit': { content: heading('Eine Barriere melden') },
  '/lizenzen': { content: firstListItem },
  '/logout': { content: text('Du bist abgemeldet.') },
  '/registrierung-bestaetigen': { content: (page) => button(page, 'Registrierung bestätigen'), query: 'token=x' },
  '/profile': { content: text(/@demo\.example/) },
  '/einstellungen': { content: text('Diese Sitzung') },
  '/change-password': { content: (page) => main(page).getByRole('textbox').first() },
  '/intern-participant': { content: firstListItem },
  '/booking': { content: firstEntry },
  '/appointments': { content: text(/^(Kommende|Vergangene) Termine$|^Du hast noch keine Termine gebucht$/) },
  // Any heading other than 'Coach' is the coach's name; only participants see free appointments below it.
  '/coach': {
    content: (page) =>
      main(page)
        .getByRole('heading', { level: 1 })
        .filter({ hasNotText: /^Coach$/ }),
    query: 'id=2',
  },
  '/files': { content: heading('Meine Unterlagen') },
  '/intern-coach': { content: (page) => main(page).getByRole('link', { name: 'Tagesplan öffnen' }) },
  '/calendar': { content: (page) => main(page).getByRole('group', { name: 'Stunden' }) },
  '/daily-plan': { content: text(/^Vom .* wurden/), query: demoRangeQuery },
  '/search-participant-coach': { content: (page) => button(page, /^Details/), query: 'alle=1' },
  '/ratingOverview': { content: text(/von 5 Sternen/), query: demoRangeQuery },
  '/new-appointment-coach': { content: (page) => button(page, 'Termin erstellen') },
  '/absences-coach': { content: (page) => button(page, 'Morgen krank') },
  '/series-coach': { content: (page) => button(page, 'Vorschau zeigen') },
  '/appointment-overview-coach': { content: firstEntry, query: demoRangeQuery },
  // An admin without a coach's profile sees a notice instead.
  '/introduction': { content: (page) => heading('Wie du dich vorstellst')(page).or(page.getByRole('alert').first()) },
  '/intern-admin': { content: firstListItem },
  '/dashboard': { content: heading('Buchungen') },
  '/visits': { content: heading('Browser') },
  '/calendar-admin': { content: (page) => button(page, /^Coaches wählen/) },
  '/booking-overview': { content: text(/Buchungen gefunden$/), query: demoRangeQuery },
  '/search-participant-admin': { content: (page) => button(page, /^Details/), query: 'alle=1' },
  '/appointment-overview-admin': { content: firstEntry, query: demoRangeQuery },
  '/waiting-list': { content: heading('Warteliste') },
  '/new-appointment-admin': { content: (page) => button(page, 'Termin erstellen') },
  '/absences-admin': { content: (page) => button(page, 'Morgen krank') },
  '/series-admin': { content: (page) => button(page, 'Vorschau zeigen') },
  '/new-appointment-upload': { content: (page) => button(page, 'Termine importieren') },
  '/invite': { content: (page) => button(page, 'Datei prüfen') },
  '/coachlist': { content: text('coach@demo.example') },
  '/analytics': { content: heading('Termine'), query: `coach=2&${demoRangeQuery}` },
  '/introductions': { content: (page) => button(page, 'Freigeben') },
  '/steering': { content: heading('Auslastung') },
  '/erasure-requests': { content: (page) => button(page, 'Mit Begründung ablehnen') },
  '/audit': { content: firstEntry },
  '/mails': { content: heading('E-Mails') },
  '/interfaces': { content: heading('Schnittstellen') },
};
