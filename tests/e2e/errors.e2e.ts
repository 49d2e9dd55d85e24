import { expect, type Page } from '@playwright/test';
import {
  mockAnswer,
  buildOwnAppointment,
  mockRefusal,
  documentsAnswer,
  failCall,
  restoreCall,
} from './mocked-answers.ts';
import { interceptFilePickers } from './documents.ts';
import { actAsDemo, readWordDocument } from './people.ts';
import { bookOnCard } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const fallbackMessage = 'Da ist etwas schiefgelaufen. Bitte versuche es später erneut.';
const readStoredSession = (page: Page) => page.evaluate(() => localStorage.getItem('sessionId'));

test('a wrong password is reported in the sign-in dialog; its button is busy during the call [3.5]', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const dialog = page.getByRole('dialog', { name: 'Anmeldung' });
  const emailField = dialog.getByLabel('E-Mail');
  await expect(emailField).toHaveAttribute('type', 'email');
  await expect(emailField).toHaveAttribute('required');
  await emailField.fill('teilnehmer@demo.example');
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill('falsch');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/authentication/login.php', async (route) => {
    await released;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(dialog.getByRole('button', { name: 'Anmeldung läuft...' })).toBeVisible();
  release();
  await expect(dialog.getByRole('alert')).toHaveText('Anmeldung fehlgeschlagen! Benutzername oder Passwort falsch.');
  expect(await readStoredSession(page)).toBeNull();
});

test('a user requests a new password in the same dialog, which says that it was sent [3.9]', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await page.getByRole('button', { name: 'Passwort vergessen?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Passwort vergessen' });
  await dialog.getByLabel('E-Mail').fill('niemand@e2e.example');
  await dialog.getByRole('button', { name: 'Neues Passwort anfordern' }).click();
  await expect(
    dialog.getByText('Wir haben ein neues Passwort an die angegebene Email-Adresse geschickt!'),
  ).toBeVisible();
  // In case the mail does not arrive, the dialog shows the typed e-mail address, where to look, and how to try again.
  await expect(dialog.getByText('niemand@e2e.example')).toBeVisible();
  await expect(dialog.getByText(/Spam-Ordner/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Adresse ändern' }).click();
  await expect(dialog.getByLabel('E-Mail')).toHaveValue('niemand@e2e.example');
  await expect(dialog.getByLabel('E-Mail')).toBeFocused();
});

test('an unknown stored session is removed, and the user is informed [3.6]', async ({ page }) => {
  // The session is stored before the page's scripts run, so that they find it.
  await page.addInitScript(() => localStorage.setItem('sessionId', 'A'.repeat(43)));
  await page.goto('/');
  await expect(toastOf(page, 'Du wurdest automatisch abgemeldet!')).toBeVisible();
  expect(await readStoredSession(page)).toBeNull();
  await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toBeVisible();
});

test('a password that breaks a rule is reported, and one that cannot be saved stays in the field [3.10]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/change-password');
  const passwordField = page.getByLabel('Neues Passwort *', { exact: true });
  const repetitionField = page.getByLabel('Neues Passwort wiederholen');
  const submitButton = page.getByRole('button', { name: 'Passwort ändern' });
  await passwordField.fill('zu-kurz');
  await repetitionField.fill('anders');
  await repetitionField.blur();
  await expect(
    page.getByText(
      'Passwort muss mindestens 8 Zeichen lang sein und mindestens einen Großbuchstaben, ' +
        'einen Kleinbuchstaben, eine Zahl und ein Sonderzeichen enthalten.',
    ),
  ).toBeVisible();
  await expect(page.getByText('Passwörter stimmen nicht überein.')).toBeVisible();
  await expect(submitButton).toBeDisabled();

  await expect(passwordField).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Passwort anzeigen' }).first().click();
  await expect(passwordField).toHaveAttribute('type', 'text');

  await passwordField.fill('Neu-Und-Gut-1!');
  await repetitionField.fill('Neu-Und-Gut-1!');
  await failCall(page, 'authentication/setNewPassword', 'a broken server');
  await submitButton.click();
  await expect(toastOf(page, 'Das Passwort konnte nicht geändert werden!')).toBeVisible();
  await expect(passwordField).toHaveValue('Neu-Und-Gut-1!');

  await restoreCall(page, 'authentication/setNewPassword');
  await passwordField.fill('Coaching-2026!');
  await repetitionField.fill('Coaching-2026!');
  await submitButton.click();
  await expect(page.getByText('Wörter wie „Coaching“ machen dieses Passwort leicht zu erraten.')).toBeVisible();
  await expect(passwordField).toHaveAttribute('aria-invalid', 'true');
  await expect(submitButton).toBeDisabled();
  // The password follows the rules shown in the form; only the server refuses it.
  await expect(submitButton).toHaveAccessibleDescription('Bitte wähle ein anderes Passwort.');
});

test('if the locations fail to load, another try loads them [3.4]', async ({ page }) => {
  await failCall(page, 'location/getAll', 'a broken server');
  await page.goto('/');
  await expect(toastOf(page, 'Standortliste konnte nicht geladen werden!')).toBeVisible();
  await restoreCall(page, 'location/getAll');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByLabel('Standort').fill('Leip');
  await expect(page.getByRole('option', { name: 'Leipzig' })).toBeVisible();
});

test('if the waiting list cannot be loaded, the appointments are shown, and only another try requests it again [4.7] [12.7]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'appointment/myAppointment', { data: [buildOwnAppointment()] });
  await failCall(page, 'waiting/mine', 'a broken server');
  await page.goto('/appointments');
  await page.waitForLoadState('networkidle', { timeout: 10_000 });
  await expect(page.getByRole('main').getByRole('link', { name: 'Cleo Rat' })).toBeVisible();
  await expect(page.getByText('Deine Warteliste konnte nicht geladen werden.')).toBeVisible();
  await restoreCall(page, 'waiting/mine');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await expect(page.getByText('Deine Warteliste konnte nicht geladen werden.')).toHaveCount(0);
});

test('a failure to load the appointments is logged, and no toast reports it [4.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await failCall(page, 'appointment/myAppointment', 'a broken server');
  const failureLogged = page.waitForEvent('console', (message) => message.text().startsWith('myAppointment failed'));
  await page.goto('/appointments');
  expect((await failureLogged).type()).toBe('error');
  await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Meldung', includeHidden: true })).toHaveCount(0);
});

/** All the ways in which a call can fail. */
const failures = ['no connection', 'a broken server', 'an unexpected status'] as const;

/** Expects a message and closes it, so that it is not taken for the next one. */
async function expectAndCloseToast(page: Page, text: string) {
  await expect(toastOf(page, text)).toBeVisible();
  await page.getByRole('button', { name: 'Meldung schließen' }).click();
  await expect(toastOf(page, text)).toHaveCount(0);
}

test('a booking that fails is reported, however it fails, and can be retried [4.4]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking?typ=einzel');
  for (const failure of failures)
    await test.step(`because of ${failure}`, async () => {
      await failCall(page, 'appointment/bookAppointment', failure);
      await bookOnCard(page, page.locator('[data-entry]').first());
      await expectAndCloseToast(page, 'Termine konnten nicht geladen werden!');
      await expect(page).toHaveURL('/booking?typ=einzel');
      await expect(page.getByRole('button', { name: 'Buchen' }).first()).toBeEnabled();
      await restoreCall(page, 'appointment/bookAppointment');
    });
});

test('a cancellation that fails is reported, however it fails, and keeps the reason [4.9]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'appointment/myAppointment', {
    data: [buildOwnAppointment({ meta: { stornoPossible: true } })],
  });
  await page.goto('/appointments');
  const dialog = page.getByRole('dialog', { name: 'Termin Stornieren' });
  const reasonField = dialog.getByPlaceholder('Dies ist optional...');
  for (const failure of failures)
    await test.step(`because of ${failure}`, async () => {
      await failCall(page, 'appointment/stornoByParticipant', failure);
      await page.getByRole('button', { name: 'Stornieren' }).click();
      await reasonField.fill(`Krank: ${failure}`);
      await dialog.getByRole('button', { name: 'Termin stornieren' }).click();
      await expect(toastOf(page, 'Stornierung ist fehlgeschlagen!')).toBeVisible();
      await expect(reasonField).toHaveValue(`Krank: ${failure}`);
      await dialog.getByRole('button', { name: 'Abbrechen' }).click();
      await expect(dialog).toBeHidden();
      await expectAndCloseToast(page, 'Stornierung ist fehlgeschlagen!');
      await restoreCall(page, 'appointment/stornoByParticipant');
    });
});

test('the rating dialog shows that it is sending; a refusal is reported and the stars are kept [6.2]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'appointment/myAppointment', {
    data: [buildOwnAppointment({ date: '2026-01-07', meta: { past: true } })],
  });
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/participant/rateCoaching.php', async (route) => {
    await released;
    const refusal = { status: 'error', message: 'Heute nicht.' };
    await route.fulfill({ json: { ...refusal, meta: refusal } });
  });
  await page.goto('/appointments');
  await page.getByRole('button', { name: 'Bewerten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deine Meinung zählt!' });
  const stars = dialog.getByRole('radiogroup').getByRole('radio', { name: /^5 Sterne/ });
  await expect(stars).toHaveCount(6);
  for (const star of await stars.all()) await star.check();
  await dialog.getByRole('button', { name: 'Bewertung abschicken' }).click();
  await expect(dialog.getByRole('button', { name: 'Bewertung wird gesendet...' })).toBeDisabled();
  release();
  await expect(toastOf(page, 'Fehler beim Senden der Bewertung. Bitte versuchen Sie es später erneut.')).toBeVisible();
  for (const star of await stars.all()) await expect(star).toBeChecked();
});

test('a download that fails or returns an empty file is reported, and so is a failed deletion [5.5] [5.6]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await mockAnswer(page, 'participant/getFiles', documentsAnswer);
  await failCall(page, 'participant/deleteFile', 'an unexpected status');
  await page.goto('/files');
  const documentRow = page.getByRole('listitem').filter({ hasText: 'Lebenslauf.docx' });
  const failureToast = toastOf(page, 'Die Datei konnte nicht heruntergeladen werden!');
  const clickDownload = () => documentRow.getByRole('button', { name: /^Herunterladen/ }).click();

  await page.route('**/participant/downloadFile.php', (route) =>
    route.fulfill({ contentType: 'application/octet-stream', body: '' }),
  );
  await clickDownload();
  await expect(failureToast).toHaveCount(1);
  await page.unroute('**/participant/downloadFile.php');
  await failCall(page, 'participant/downloadFile', 'no connection');
  await clickDownload();
  await expect(failureToast).toHaveCount(2);

  await documentRow.getByRole('button', { name: /^Löschen/ }).click();
  await documentRow.getByRole('button', { name: /^Sicher\?/ }).click();
  await expect(toastOf(page, 'Die Datei konnte nicht gelöscht werden!')).toBeVisible();
  await expect(documentRow).toBeVisible();
});

test('a failed upload is reported; if the server refuses an upload, its sentence is shown [5.7]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  interceptFilePickers(page);
  await page.goto('/files');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Dateien auswählen' }).click();
  await (await chooser).setFiles({ name: 'Lebenslauf.docx', mimeType: '', buffer: await readWordDocument() });
  const sendButton = page.getByRole('dialog', { name: 'Ihr Upload' }).getByRole('button', { name: 'Hochladen' });

  await failCall(page, 'participant/uploadFiles', 'no connection');
  await sendButton.click();
  await expect(toastOf(page, 'Fehler beim Hochladen der Dateien')).toBeVisible();
  await restoreCall(page, 'participant/uploadFiles');
  await mockRefusal(page, 'participant/uploadFiles', 'Heute wird aufgeräumt.');
  await sendButton.click();
  await expect(toastOf(page, 'Heute wird aufgeräumt.')).toBeVisible();
});

test('every page shows the fallback if its code cannot be loaded [1.9]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.route('**/assets/*Page-*.js', (route) => route.abort());
  const generalPaths = ['/', '/genesys', '/profile', '/logout', '/change-password', '/gibt-es-nicht'];
  const participantPaths = ['/intern-participant', '/booking', '/appointments', '/files'];
  for (const path of [...generalPaths, ...participantPaths]) {
    await page.goto(path);
    await expect(page.getByRole('alert').filter({ hasText: fallbackMessage }), path).toBeVisible();
  }
});

test('a page that fails while rendering shows the fallback within the shell', async ({ page }) => {
  const brokenPage = "export default function Broken() { throw new Error('broken'); }";
  await page.route('**/assets/GenesysPage-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: brokenPage }),
  );
  await page.goto('/genesys');
  await expect(page.getByRole('alert')).toContainText(fallbackMessage);
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('button', { name: 'Zur Startseite' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rückenwind');
});

test('if the shell itself fails, the fallback is shown alone and leads to the start page', async ({ page }) => {
  await page.addInitScript(() => {
    // The shell sets the title once it is rendered.
    if (location.pathname === '/genesys')
      Object.defineProperty(document, 'title', {
        set() {
          throw new Error('broken');
        },
      });
  });
  await page.goto('/genesys');
  await expect(page.getByRole('alert')).toContainText(fallbackMessage);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.getByRole('button', { name: 'Zur Startseite' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Rückenwind');
});

test('a page shows the fallback if its code has not arrived after 120 seconds [1.9]', async ({ page }) => {
  await page.clock.install();
  const failureLogged = page.waitForEvent('console', (message) => /Loading chunk .* failed/.test(message.text()));
  // The request is neither answered nor refused.
  await page.route('**/assets/GenesysPage-*.js', () => {});
  await page.goto('/genesys', { waitUntil: 'commit' });
  await expect(page.getByRole('banner')).toBeVisible();
  // The application has replaced the prerendered page.
  await expect(page.locator('.prerendered')).toHaveCount(0);
  // From here on the test advances the clock.
  await page.clock.pauseAt(Date.now() + 100_000);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.clock.fastForward(20_000);
  await expect(page.getByRole('alert')).toContainText(fallbackMessage);
  await failureLogged;
});

test('if the code of a minor part fails to load, the page stays and requests the code again [1.9]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.clock.install();
  await mockAnswer(page, 'appointment/myAppointment', { data: [buildOwnAppointment()] });
  const waitingListCode = '**/assets/WaitingEntries-*.js';
  await page.route(waitingListCode, (route) => route.abort());
  const failureLogged = page.waitForEvent(
    'console',
    (message) => message.text() === 'Loading chunk WaitingEntries failed',
  );
  await page.goto('/appointments');
  await failureLogged;
  const secondRequest = page.waitForRequest(waitingListCode);
  // The code is requested again after 30 seconds.
  await page.clock.runFor('00:31');
  await secondRequest;
  await expect(page.getByText('Cleo Rat', { exact: true })).toBeVisible();
});

test('a call has no time limit [1.10]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.clock.install();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let requestCount = 0;
  await page.route('**/appointment/myAppointment.php', async (route) => {
    requestCount += 1;
    // Only the first call is answered, so its answer must be the one that is shown.
    if (requestCount > 1) return;
    await released;
    await route.fulfill({ json: { meta: { status: 'success' }, data: [buildOwnAppointment()] } });
  });
  const pageCode = page.waitForResponse('**/assets/AppointmentsPage-*.js');
  await page.goto('/appointments');
  // The advanced clock would exceed the time limit for the page's code, so the code must be running by then. The call
  // itself says nothing about that, because it is sent while the code is loading.
  await page.evaluate(async (url) => import(url), (await pageCode).url());
  await expect.poll(() => requestCount).toBe(1);
  await expect(page.getByRole('main').getByText('Lädt...')).toBeAttached();
  await page.clock.fastForward(3_600_000);
  release();
  await expect(page.getByText('Cleo Rat', { exact: true })).toBeVisible();
});
