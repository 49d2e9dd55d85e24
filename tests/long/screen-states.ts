import { expect, type Locator, type Page } from '@playwright/test';
import { mockAnswer, buildOwnAppointment, mockRefusal, documentsAnswer, failCall } from '../e2e/mocked-answers.ts';
import { bookOnCard } from '../e2e/slots.ts';
import { toastOf } from '../e2e/toasts.ts';
import { button, heading, main, demoRangeQuery, firstListItem, text } from './screens.ts';

/** The demo account that opens a page. 'nobody' opens the page without signing in. */
export type Visitor = 'nobody' | 'teilnehmer' | 'neu' | 'coach' | 'admin';

/** A state of a page, for example with an open dialog or menu or an error, and the steps that lead to it. */
export interface ScreenState {
  name: string;
  visitor: Visitor;
  /** The page's path and query. */
  address: string;
  /** Mocks responses of the server before the page is opened. */
  prepare?: (page: Page) => Promise<void>;
  /** Brings the page into the state and waits until the page shows the state. */
  reach: (page: Page) => Promise<void>;
}

const dialogOf = (page: Page) => page.getByRole('dialog').last();
const expectVisible = (locate: (page: Page) => Locator) => (page: Page) => expect(locate(page)).toBeVisible();
const openDialog = (buttonName: string | RegExp) => async (page: Page) => {
  await button(page, buttonName).click();
  await expect(dialogOf(page)).toBeVisible();
};

/** Opens the login dialog and sends an unknown address and password. */
async function signInWithUnknownAccount(page: Page) {
  await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click();
  await dialogOf(page).getByLabel('E-Mail').fill('niemand@demo.example');
  await dialogOf(page).getByRole('textbox', { name: 'Passwort' }).fill('Falsch-1234!');
  await dialogOf(page).getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Chooses files in the file dialog that `opener` opens. */
async function chooseFiles(page: Page, opener: Locator, ...files: { name: string; text: string }[]) {
  const fileChooser = page.waitForEvent('filechooser');
  await opener.click();
  const payloads = files.map(({ name, text: content }) => ({ name, mimeType: '', buffer: Buffer.from(content) }));
  await (await fileChooser).setFiles(payloads);
}

/** Opens the admin's menu for the first participant on the page, and chooses an item that opens a dialog. */
const chooseMenuItem = (name: string) => async (page: Page) => {
  await button(page, /^Aktionen/).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(dialogOf(page)).toBeVisible();
};

/** Mocks the list of the participant's own appointments, so that the list contains only this appointment. */
const mockOwnAppointment = (appointment: Parameters<typeof buildOwnAppointment>[0]) => (page: Page) =>
  mockAnswer(page, 'appointment/myAppointment', { data: [buildOwnAppointment(appointment)] });

/** Further states to check. In addition, each page is checked in the state right after it was opened. */
export const screenStates: readonly ScreenState[] = [
  {
    name: 'page that does not exist',
    visitor: 'nobody',
    address: '/gibt-es-nicht',
    reach: expectVisible(heading('Seite nicht gefunden')),
  },
  {
    name: 'page that asks the visitor to sign in',
    visitor: 'nobody',
    address: '/booking',
    reach: expectVisible((page) => button(page, 'Zur Anmeldung')),
  },
  {
    name: 'refused login',
    visitor: 'nobody',
    address: '/',
    async reach(page) {
      await signInWithUnknownAccount(page);
      await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'second step of the login',
    visitor: 'nobody',
    address: '/',
    async prepare(page) {
      const refusal = { status: 'error', code: 'secondFactorRequired', message: '' };
      await page.route('**/authentication/login.php', (route) =>
        route.fulfill({ json: { ...refusal, meta: refusal } }),
      );
    },
    async reach(page) {
      await signInWithUnknownAccount(page);
      await expect(page.getByLabel('Code aus der App')).toBeFocused();
    },
  },
  {
    name: 'forgotten password',
    visitor: 'nobody',
    address: '/',
    async reach(page) {
      await page.getByRole('banner').getByRole('button', { name: 'Anmelden' }).click();
      await button(page, /vergessen/).click();
      await expect(page.getByRole('dialog', { name: 'Passwort vergessen' })).toBeVisible();
    },
  },
  {
    name: 'registration with errors',
    visitor: 'nobody',
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
    visitor: 'teilnehmer',
    address: '/files',
    async reach(page) {
      await button(page, 'Menü öffnen').click();
      await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible();
    },
  },
  {
    name: 'profile menu',
    visitor: 'teilnehmer',
    address: '/files',
    async reach(page) {
      await button(page, /^Profilmenü/).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
    },
  },
  {
    name: 'home page before the first document',
    visitor: 'neu',
    address: '/intern-participant',
    reach: expectVisible(firstListItem),
  },
  {
    name: 'booking without a document',
    visitor: 'neu',
    address: '/booking',
    reach: expectVisible(heading('Termine buchen')),
  },
  {
    name: 'no appointment yet',
    visitor: 'neu',
    address: '/appointments',
    reach: expectVisible(text('Du hast noch keine Termine gebucht')),
  },
  {
    name: 'no document yet',
    visitor: 'neu',
    address: '/files',
    reach: expectVisible((page) => button(page, 'Dateien auswählen')),
  },
  {
    name: 'booking of a slot that another participant has taken',
    visitor: 'teilnehmer',
    address: '/booking?typ=einzel',
    prepare: (page) => mockRefusal(page, 'appointment/bookAppointment', 'Der Termin ist leider schon vergeben.'),
    async reach(page) {
      await bookOnCard(page, page.locator('[data-entry]').first());
      await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
    },
  },
  {
    name: 'list that cannot be loaded',
    visitor: 'teilnehmer',
    address: '/booking',
    prepare: (page) => failCall(page, 'appointment/bookable', 'a broken server'),
    reach: expectVisible((page) => button(page, 'Noch einmal versuchen')),
  },
  {
    name: 'cancellation that failed',
    visitor: 'teilnehmer',
    address: '/appointments',
    async prepare(page) {
      await mockOwnAppointment({ meta: { stornoPossible: true } })(page);
      await failCall(page, 'appointment/stornoByParticipant', 'a broken server');
    },
    async reach(page) {
      await openDialog('Stornieren')(page);
      await dialogOf(page).getByRole('button', { name: 'Termin stornieren' }).click();
      await expect(dialogOf(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'rating form',
    visitor: 'teilnehmer',
    address: '/appointments',
    prepare: mockOwnAppointment({ date: '2026-01-07', meta: { past: true } }),
    async reach(page) {
      await openDialog('Bewerten')(page);
      await dialogOf(page).getByRole('radiogroup').first().getByRole('radio', { name: /^4 / }).check();
      await dialogOf(page).getByRole('checkbox', { name: 'Anschreiben' }).check();
    },
  },
  {
    name: 'upload of an invalid file',
    visitor: 'teilnehmer',
    address: '/files',
    prepare: (page) => mockAnswer(page, 'participant/getFiles', documentsAnswer),
    async reach(page) {
      const files = ['Lebenslauf.docx', 'Programm.exe'].map((name) => ({ name, text: 'x' }));
      await chooseFiles(page, button(page, 'Dateien auswählen'), ...files);
      await expect(dialogOf(page).getByText('Programm.exe')).toBeVisible();
    },
  },
  {
    name: 'documents of a participant',
    visitor: 'coach',
    address: `/daily-plan?${demoRangeQuery}`,
    async reach(page) {
      await main(page).getByRole('button', { expanded: false }).filter({ hasText: 'Uhr' }).first().click();
      await openDialog(/^Unterlagen/)(page);
    },
  },
  {
    name: 'appointment form with errors',
    visitor: 'coach',
    address: '/new-appointment-coach',
    async reach(page) {
      await button(page, 'Termin erstellen').click();
      await expect(text('Bitte wähle einen Typ aus.')(page)).toBeVisible();
    },
  },
  {
    name: 'date picker of a field',
    visitor: 'coach',
    address: '/daily-plan',
    async reach(page) {
      await button(page, /Kalender öffnen$/).click();
      await expect(page.getByRole('gridcell').first()).toBeVisible();
    },
  },
  {
    name: 'setup of the second factor',
    visitor: 'coach',
    address: '/einstellungen',
    async reach(page) {
      await button(page, 'Einrichten').click();
      await page.getByLabel('Dein Passwort').fill('Demo-2026!');
      await button(page, 'Weiter').click();
      await expect(page.getByRole('img', { name: 'QR-Code für die Authenticator-App' })).toBeVisible();
    },
  },
  { name: 'form to edit a coach', visitor: 'admin', address: '/coachlist', reach: openDialog(/bearbeiten$/) },
  { name: 'form to add a coach', visitor: 'admin', address: '/coachlist', reach: openDialog('Coach hinzufügen') },
  {
    name: 'form to edit a participant',
    visitor: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    reach: chooseMenuItem('Daten bearbeiten'),
  },
  {
    name: 'confirmation before discarding a changed form',
    visitor: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    async reach(page) {
      await chooseMenuItem('Daten bearbeiten')(page);
      await dialogOf(page).getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
      await page.keyboard.press('Escape');
      await expect(button(page, 'Weiter bearbeiten')).toBeFocused();
    },
  },
  {
    name: 'participant that another user has changed since the form was opened',
    visitor: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    async reach(page) {
      await chooseMenuItem('Daten bearbeiten')(page);
      const changeRequest = page.waitForRequest(/changeUserData/);
      await page.route('**/admin/changeUserData.php', (route) => {
        const sentData = route.request().postDataJSON() as object;
        const data = { ...sentData, firstName: 'Anna', location: 'Köln', version: 'b' };
        const refusal = { status: 'error', message: 'Inzwischen geändert.', code: 'changedMeanwhile' };
        return route.fulfill({ status: 409, json: { meta: refusal, data } });
      });
      await dialogOf(page).getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
      await button(page, 'Speichern').click();
      await changeRequest;
      await expect(dialogOf(page).getByRole('radiogroup').first()).toBeVisible();
    },
  },
  {
    name: 'form to set a password',
    visitor: 'admin',
    address: '/search-participant-admin?suche=person15@demo.example',
    reach: chooseMenuItem('Standardpasswort setzen'),
  },
  {
    name: 'preview of an import that would be refused',
    visitor: 'admin',
    address: '/new-appointment-upload',
    async reach(page) {
      const csv = 'Coach-E-Mail;Typ;Datum;Von;Bis\nx@y.example;Einzelcoaching;2026-12-01;10:00;11:00';
      await page.getByLabel('CSV-Datei').setInputFiles({ name: 'T.csv', mimeType: '', buffer: Buffer.from(csv) });
      await button(page, 'Nur prüfen').click();
      await expect(heading('Ergebnis der Prüfung: T.csv')(page)).toBeFocused();
    },
  },
  {
    name: 'preview of invitations with errors',
    visitor: 'admin',
    address: '/invite',
    async reach(page) {
      const columns = ['Anrede', 'Vorname', 'Nachname', 'E-Mail', 'Telefonnummer', 'Standort', 'Qualifizierung'];
      const header = [...columns, 'Beginn der Qualifizierung', 'Ende der Qualifizierung'].join(';');
      const buffer = Buffer.from(`${header}\nFrau;Ada;;x;0221;Atlantis`);
      await page.getByLabel('CSV-Datei').setInputFiles({ name: 'P.csv', mimeType: '', buffer });
      await button(page, 'Nur prüfen').click();
      await expect(heading('Ergebnis der Prüfung: P.csv')(page)).toBeFocused();
    },
  },
  {
    name: 'audit log with filters that match nothing',
    visitor: 'admin',
    address: '/audit?person=Zacharias+Niemand',
    reach: expectVisible(text('Keine Einträge gefunden')),
  },
  {
    name: 'warning about delayed mails',
    visitor: 'admin',
    address: '/mails?zustand=gescheitert',
    prepare: (page) =>
      mockAnswer(page, 'admin/getMailDelay', { data: { late: true, since: '2026-11-20T10:00:00Z', waiting: 12 } }),
    reach: expectVisible((page) => page.getByRole('alert').filter({ hasText: 'E-Mails bleiben liegen' })),
  },
];
