import type { Locator, Page } from '@playwright/test';
import { addDays, dateOf } from '../src/shared/berlin.ts';

export const main = (page: Page) => page.getByRole('main');
export const heading = (name: string) => (page: Page) => main(page).getByRole('heading', { name }).first();
export const text = (words: string | RegExp) => (page: Page) => main(page).getByText(words).first();
export const rows = (page: Page) => main(page).getByRole('listitem').first();
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

const today = dateOf(new Date());
/** The days of the demo's appointments. */
export const range = `von=${addDays(today, -12)}&bis=${addDays(today, 27)}`;

/**
 * What each page shows when it is there, by its path: for every page of the product one line, in the demo's data. The
 * address may say more than the path, so that a page that waits for a search has found something.
 */
export const contents: Readonly<Record<string, { shows: (page: Page) => Locator; search?: string }>> = {
  '/': { shows: heading('Das bekommst du bei uns') },
  '/genesys': { shows: (page) => page.getByRole('region', { name: 'Support-Chat' }) },
  '/logout': { shows: text('Du bist abgemeldet.') },
  '/registrierung-bestaetigen': { shows: (page) => button(page, 'Registrierung bestätigen'), search: 'token=x' },
  '/profile': { shows: text(/@demo\.example/) },
  '/einstellungen': { shows: text('Diese Sitzung') },
  '/change-password': { shows: (page) => main(page).getByRole('textbox').first() },
  '/intern-participant': { shows: rows },
  '/booking': { shows: text('Zeitraum') },
  '/appointments': { shows: text(/^(Kommende|Vergangene) Termine$|^Du hast noch keine Termine gebucht$/) },
  '/files': { shows: heading('Meine Unterlagen') },
  '/intern-coach': { shows: (page) => main(page).getByRole('link', { name: 'Tagesplan öffnen' }) },
  '/daily-plan': { shows: text(/^Vom .* wurden/), search: range },
  '/search-participant-coach': { shows: (page) => button(page, /^Details/), search: 'suche=demo.example' },
  '/ratingOverview': { shows: text(/von 5 Sternen/), search: range },
  '/new-appointment-coach': { shows: (page) => button(page, 'Termin erstellen') },
  '/appointment-overview-coach': { shows: rows, search: range },
  '/intern-admin': { shows: rows },
  '/dashboard': { shows: heading('Buchungen') },
  '/booking-overview': { shows: text(/Buchungen gefunden$/), search: range },
  '/search-participant-admin': { shows: (page) => button(page, /^Details/), search: 'suche=demo.example' },
  '/appointment-overview-admin': { shows: rows, search: range },
  '/new-appointment-admin': { shows: (page) => button(page, 'Termin erstellen') },
  '/new-appointment-upload': { shows: (page) => button(page, 'Termine importieren') },
  '/coachlist': { shows: text('coach@demo.example') },
  '/analytics': { shows: heading('Termine'), search: `coach=2&${range}` },
  '/audit': { shows: rows },
  '/mails': { shows: heading('E-Mails') },
};
