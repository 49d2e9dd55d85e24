import { expect, type Locator, type Page } from '@playwright/test';
import { mockAnswer, ownAppointment, mockRefusal, documentsAnswer, failCall } from '../e2e/mocked-answers.ts';
import { bookOnCard } from '../e2e/slots.ts';
import { toastOf } from '../e2e/toasts.ts';
import { button, heading, main, range, rows, text } from './screens.ts';

/** A demo account, or 'nobody' without signing in. */
export type Who = 'nobody' | 'teilnehmer' | 'neu' | 'coach' | 'admin';

/** A state that a page must be brought into: a dialog, a menu, an error. */
export interface ScreenState {
  name: string;
  who: Who;
  /** The page's address. */
  address: string;
  /** Replaces answers of the server before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
  /** Brings the page into the state and waits until it is shown. */
  reach: (page: Page) => Promise<void>;
}

const dialog = (page: Page) => page.getByRole('dialog').last();
const shown = (locate: (page: Page) => Locator) => (page: Page) => expect(locate(page)).toBeVisible();
const opened = (name: string | RegExp) => async (page: Page) => {
  await button(page, name).click();
  await expect(dialog(page)).toBeVisible();
};

/** Opens the login dialog and sends an unknown address and password. */
async function signInWrongly(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click();
  await dialog(page).getByLabel('E-Mail').fill('niemand@demo.example');
  await dialog(page).getByRole('textbox', { name: 'Passwort' }).fill('Falsch-1234!');
  await dialog(page).getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Chooses files in the file dialog that `opener` opens. */
async function choose(page: Page, opener: Locator, ...files: { name: string; text: string }[]) {
  const chooser = page.waitForEvent('filechooser');
  await opener.click();
  const chosen = files.map(({ name, text: content }) => ({ name, mimeType: '', buffer: Buffer.from(content) }));
  await (await chooser).setFiles(chosen);
}

/** Opens the admin's menu of the first participant on the page, and chooses an item that opens a dialog. */
const act = (name: string) => async (page: Page) => {
  await button(page, /^Aktionen/).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(dialog(page)).toBeVisible();
};

const one = (appointment: Parameters<typeof ownAppointment>[0]) => (page: Page) =>
  mockAnswer(page, 'appointment/myAppointment', { data: [ownAppointment(appointment)] });

/** All checked states in addition to those of each page right after opening. */
export const screenStates: readonly ScreenState[] = [
  {
    name: 'page that does not exist',
    who: 'nobody',
    address: '/gibt-es-nicht',
    reach: shown(heading('Seite nicht gefunden')),
  },
  {
    name: 'page that asks to sign in',
    who: 'nobody',
    address: '/booking',
    reach: shown((page) => button(page, 'Zur Anmeldung')),
  },
  {
    name: 'refused login',
    who: 'nobody',
    address: '/',
    async reach(page) {
      await signInWrongly(page);
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'second step of the login',
    who: 'nobody',
    address: '/',
    async prepare(page) {
      const refusal = { status: 'error', code: 'secondFactorRequired', message: '' };
      await page.route('**/authentication/login.php', (route) =>
        route.fulfill({ json: { ...refusal, meta: refusal } }),
      );
    },
    async reach(page) {
      await signInWrongly(page);
      await expect(page.getByLabel('Code aus der App')).toBeFocused();
    },
  },
  {
    name: 'forgotten password',
    who: 'nobody',
    address: '/',
    async reach(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click();
      await button(page, /vergessen/).click();
      await expect(page.getByRole('dialog', { name: 'Passwort vergessen' })).toBeVisible();
    },
  },
  {
    name: 'registration with errors',
    who: 'nobody',
    address: '/',
    async reach(page) {
      await button(page, 'zur Registrierung').click();
      await page.getByLabel('E-Mail *', { exact: true }).fill('falsch');
      await page.getByLabel('Telefonnummer').fill('12');
      await page.getByLabel('Vorname').focus();
      await page.getByLabel('Nachname').focus();
      await expect(page.getByText('Bitte gib deinen Vornamen ein')).toBeVisible();
    },
  },
  {
    name: 'menu',
    who: 'teilnehmer',
    address: '/files',
    async reach(page) {
      await button(page, 'Menü öffnen').click();
      await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible();
    },
  },
  {
    name: 'profile menu',
    who: 'teilnehmer',
    address: '/files',
    async reach(page) {
      await button(page, /^Profilmenü/).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  { name: 'welcome before the first document', who: 'neu', address: '/intern-participant', reach: shown(rows) },
  { name: 'booking without a document', who: 'neu', address: '/booking', reach: shown(heading('Termine buchen')) },
  {
    name: 'no appointment yet',
    who: 'neu',
    address: '/appointments',
    reach: shown(text('Du hast noch keine Termine gebucht')),
  },
  { name: 'no document yet', who: 'neu', address: '/files', reach: shown((page) => button(page, 'Dateien auswählen')) },
  {
    name: 'booking of a slot that another participant has taken',
    who: 'teilnehmer',
    address: '/booking?typ=einzel',
    prepare: (page) => mockRefusal(page, 'appointment/bookAppointment', 'Der Termin ist leider schon vergeben.'),
    async reach(page) {
      await bookOnCard(page, page.locator('[data-entry]').first());
      await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
    },
  },
  {
    name: 'list that cannot be loaded',
    who: 'teilnehmer',
    address: '/booking',
    prepare: (page) => failCall(page, 'appointment/bookable', 'a broken server'),
    reach: shown((page) => button(page, 'Noch einmal versuchen')),
  },
  {
    name: 'cancellation that failed',
    who: 'teilnehmer',
    address: '/appointments',
    async prepare(page) {
      await one({ meta: { stornoPossible: true } })(page);
      await failCall(page, 'appointment/stornoByParticipant', 'a broken server');
    },
    async reach(page) {
      await opened('Stornieren')(page);
      await dialog(page).getByRole('button', { name: 'Termin stornieren' }).click();
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'rating form',
    who: 'teilnehmer',
    address: '/appointments',
    prepare: one({ date: '2026-01-07', meta: { past: true } }),
    async reach(page) {
      await opened('Bewerten')(page);
      await dialog(page).getByRole('radiogroup').first().getByRole('radio', { name: /^4 / }).check();
      await dialog(page).getByRole('checkbox', { name: 'Anschreiben' }).check();
    },
  },
  {
    name: 'upload of an invalid file',
    who: 'teilnehmer',
    address: '/files',
    prepare: (page) => mockAnswer(page, 'participant/getFiles', documentsAnswer),
    async reach(page) {
      const files = ['Lebenslauf.docx', 'Programm.exe'].map((name) => ({ name, text: 'x' }));
      await choose(page, button(page, 'Dateien auswählen'), ...files);
      await expect(dialog(page).getByText('Programm.exe')).toBeVisible();
    },
  },
  {
    name: 'documents of a participant',
    who: 'coach',
    address: `/daily-plan?${range}`,
    async reach(page) {
      await main(page).getByRole('button', { expanded: false }).filter({ hasText: 'Uhr' }).first().click();
      await opened(/^Unterlagen/)(page);
    },
  },
  {
    name: 'appointment form with errors',
    who: 'coach',
    address: '/new-appointment-coach',
    async reach(page) {
      await button(page, 'Termin erstellen').click();
      await expect(text('Bitte wähle einen Typ aus.')(page)).toBeVisible();
    },
  },
  {
    name: 'date picker of a field',
    who: 'coach',
    address: '/daily-plan',
    async reach(page) {
      await button(page, /Kalender öffnen$/).click();
      await expect(page.getByRole('gridcell').first()).toBeVisible();
    },
  },
  {
    name: 'setup of the second factor',
    who: 'coach',
    address: '/einstellungen',
    async reach(page) {
      await button(page, 'Einrichten').click();
      await page.getByLabel('Dein Passwort').fill('Demo-2026!');
      await button(page, 'Weiter').click();
      await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible();
    },
  },
  { name: 'form to edit a coach', who: 'admin', address: '/coachlist', reach: opened(/bearbeiten$/) },
  { name: 'form to add a coach', who: 'admin', address: '/coachlist', reach: opened('Coach hinzufügen') },
  {
    name: 'form to edit a participant',
    who: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    reach: act('Daten bearbeiten'),
  },
  {
    name: 'question before discarding a changed form',
    who: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    async reach(page) {
      await act('Daten bearbeiten')(page);
      await dialog(page).getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
      await page.keyboard.press('Escape');
      await expect(button(page, 'Weiter bearbeiten')).toBeFocused();
    },
  },
  {
    name: 'participant whom another user has changed meanwhile',
    who: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    async reach(page) {
      await act('Daten bearbeiten')(page);
      const sent = page.waitForRequest(/changeUserData/);
      await page.route('**/admin/changeUserData.php', (route) => {
        const mine = route.request().postDataJSON() as object;
        const data = { ...mine, firstName: 'Anna', location: 'Köln', version: 'b' };
        const refusal = { status: 'error', message: 'Inzwischen geändert.', code: 'changedMeanwhile' };
        return route.fulfill({ status: 409, json: { meta: refusal, data } });
      });
      await dialog(page).getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
      await button(page, 'Speichern').click();
      await sent;
      await expect(dialog(page).getByRole('radiogroup').first()).toBeVisible();
    },
  },
  {
    name: 'form to set a password',
    who: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    reach: act('Standardpasswort setzen'),
  },
  {
    name: 'preview of an import that would be refused',
    who: 'admin',
    address: '/new-appointment-upload',
    async reach(page) {
      const csv = 'Coach-E-Mail;Typ;Datum;Von;Bis\nx@y.example;Einzelcoaching;2026-12-01;10:00;11:00';
      await page.getByLabel('CSV-Datei').setInputFiles({ name: 'T.csv', mimeType: '', buffer: Buffer.from(csv) });
      await button(page, 'Nur prüfen').click();
      await expect(heading('Ergebnis der Prüfung: T.csv')(page)).toBeFocused();
    },
  },
  {
    name: 'audit log whose filters match nothing',
    who: 'admin',
    address: '/audit?person=Zacharias+Niemand',
    reach: shown(text('Keine Einträge gefunden')),
  },
  {
    name: 'warning about delayed mails',
    who: 'admin',
    address: '/mails?zustand=gescheitert',
    prepare: (page) =>
      mockAnswer(page, 'admin/getMailDelay', { data: { late: true, since: '2026-11-20T10:00:00Z', waiting: 12 } }),
    reach: shown((page) => page.getByRole('alert').filter({ hasText: 'E-Mails bleiben liegen' })),
  },
];
