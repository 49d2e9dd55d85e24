import { expect, type Page } from '@playwright/test';
import { login, checkSession } from '../../src/features/accounts/contract.ts';
import { listBookableSlots, bookAppointment, type BookableAppointment } from '../../src/features/booking/contract.ts';
import { germanDate } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { createSlots } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

/**
 * Creates a participant with this number of booked appointments, and opens the admin's search with the participant as
 * the only hit. Returns the participant's session and e-mail address, and the booked slots.
 */
async function createAndFindParticipant(page: Page, participantPage: Page, bookingCount = 1) {
  const session = await actAsNewParticipant(participantPage, { hasCv: true });
  const { data: person } = await callPortal(participantPage.request, checkSession, {}, session);
  const email = person?.email ?? '';
  const slots: BookableAppointment[] = [];
  for (let n = 0; n < bookingCount; n++) {
    const [slot] = (await createSlots(participantPage, ['coach'])) as [BookableAppointment];
    await callPortal(participantPage.request, bookAppointment, { appointmentId: slot.id }, session);
    slots.push(slot);
  }
  await actAsDemo(page, 'admin');
  await page.goto(`/search-participant-admin?suche=${email}`);
  await expect(page.getByRole('heading', { name: 'Robin Reise' })).toBeVisible();
  return { session, email, slots };
}

const menuButton = (page: Page, name = 'Robin Reise') => page.getByRole('button', { name: `Aktionen ${name}` });
const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name });

/** Sets the status of the only appointment on the screen, by keyboard. */
async function setStatus(page: Page, status: string) {
  const statusSelect = page.getByRole('combobox', { name: /^Aktion Robin Reise/ });
  await statusSelect.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: status }).press('Enter');
}

test('an admin searches for a participant, edits them and sets a default password [8.3] [8.5] [8.6]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { email, session } = await createAndFindParticipant(page, participantPage);

  await menuButton(page).click();
  await expect(menuItem(page, 'Reaktivieren')).toContainText('Das geht nur bei inaktiven Teilnehmer:innen.');
  await expect(menuItem(page, 'Anonymisieren')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await menuItem(page, 'Daten bearbeiten').click();
  const editDialog = page.getByRole('dialog', { name: 'Daten von Robin Reise bearbeiten' });
  await editDialog.getByRole('textbox', { name: 'Vorname' }).fill('');
  await editDialog.getByRole('textbox', { name: 'Telefonnummer' }).fill('123');
  await editDialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(editDialog.getByText('Bitte gib einen Vornamen ein')).toBeVisible();
  await expect(editDialog.getByText('Telfonnummer muss mit 0 anfangen')).toBeVisible();
  await expectAccessible(page);
  await editDialog.getByRole('textbox', { name: 'Vorname' }).fill('Rosa');
  await editDialog.getByRole('textbox', { name: 'Telefonnummer' }).fill('0221 / 76 54 321');
  await editDialog.getByRole('textbox', { name: 'E-Mail' }).fill('teilnehmer@demo.example');
  await expect(editDialog.getByText('enden alle Anmeldungen dieser Person')).toBeVisible();
  await editDialog.getByRole('button', { name: 'Speichern' }).click();
  const takenMessage = 'Diese E-Mail-Adresse gehört schon zu einem anderen Konto.';
  await expect(toastOf(page, takenMessage)).toBeVisible();
  await expect(editDialog.getByText(takenMessage)).toBeVisible();
  await expect(editDialog.getByRole('textbox', { name: 'E-Mail' })).toBeFocused();
  await editDialog.getByRole('textbox', { name: 'E-Mail' }).fill(email);
  await editDialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('heading', { name: 'Rosa Reise' })).toBeVisible();
  await expect(menuButton(page, 'Rosa Reise')).toBeFocused();

  await menuButton(page, 'Rosa Reise').click();
  await menuItem(page, 'Standardpasswort setzen').click();
  const passwordDialog = page.getByRole('dialog', { name: 'Standardpasswort für Rosa Reise' });
  await passwordDialog.getByRole('button', { name: 'Passwort setzen' }).click();
  const newPassword = (await passwordDialog.getByRole('code').textContent()) ?? '';
  expect(newPassword).toHaveLength(12);
  await expect(toastOf(page, `Passwort wurde auf ${newPassword} gesetzt`)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await passwordDialog.getByRole('button', { name: 'Kopieren' }).click();
  await expect(passwordDialog.getByText('Kopiert')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(newPassword);
  await expectAccessible(page);
  await passwordDialog.getByRole('button', { name: 'Schließen' }).click();
  await expect(page.getByText(newPassword)).toHaveCount(0);
  expect((await callPortal(participantPage.request, checkSession, {}, session)).data).toBeNull();
  const { data: newLogin } = await callPortal(participantPage.request, login, {
    username: email,
    password: newPassword,
  });
  expect(newLogin.resetPassword).toBe(true);
});

test('the details and the menu of a participant lead an admin to their mails, found by telephone number [8.2] [8.3]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { email } = await createAndFindParticipant(page, participantPage, 0);
  const mailsUrl = `/mails?${new URLSearchParams({ person: email }).toString()}`;
  await page.getByRole('region', { name: 'Details Robin Reise' }).getByRole('link', { name: 'E-Mails' }).click();
  await expect(page).toHaveURL(mailsUrl);
  await expect(page.getByRole('textbox', { name: 'Person' })).toHaveValue(email);
  await page.goBack();
  await menuButton(page).click();
  await menuItem(page, 'E-Mails').click();
  await expect(page).toHaveURL(mailsUrl);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Robin Reise' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);

  const phone = `0170${Date.now()}`;
  await menuButton(page).click();
  await menuItem(page, 'Daten bearbeiten').click();
  const editDialog = page.getByRole('dialog', { name: 'Daten von Robin Reise bearbeiten' });
  await editDialog.getByRole('textbox', { name: 'Telefonnummer' }).fill(phone);
  await editDialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(editDialog).toHaveCount(0);
  await page
    .getByRole('searchbox', { name: 'Teilnehmer:in suchen' })
    .fill(`+49 ${phone.slice(1, 4)} / ${phone.slice(4)}`);
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(
    page.getByRole('region', { name: 'Details Robin Reise' }).getByRole('link', { name: email }),
  ).toBeVisible();
});

test('on a phone, the details of the only participant found come into sight, also after another search [8.3]', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const participantPage = await (await browser.newContext()).newPage();
  const { email } = await createAndFindParticipant(page, participantPage, 0);
  const details = page.getByRole('region', { name: 'Details Robin Reise' });
  const emailLink = details.getByRole('link', { name: email });
  await expect(emailLink).toBeInViewport();
  await expect(details.getByRole('heading', { name: 'Robin Reise' })).toBeInViewport();

  await page.getByRole('searchbox', { name: 'Teilnehmer:in suchen' }).fill('teilnehmer@demo.example');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page.getByRole('heading', { name: 'Lena Hoffmann' })).toBeInViewport();
});

test('deactivating a participant cancels their bookings; anonymising needs a second click [8.4] [8.7]', async ({
  page,
  browser,
}) => {
  // axe checks four states of the screen.
  test.slow();
  const participantPage = await (await browser.newContext()).newPage();
  await createAndFindParticipant(page, participantPage, 2);
  await menuButton(page).click();
  await expect(menuItem(page, 'Inaktivieren')).toContainText(
    'Storniert 2 kommende Termine und beendet alle Anmeldungen. Alle bekommen eine E-Mail.',
  );
  await menuItem(page, 'Inaktivieren').click();
  await expect(menuItem(page, 'Sind Sie sicher?')).toContainText('Storniert 2 kommende Termine');
  await expect(menuItem(page, 'Sind Sie sicher?')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'inaktiv (0)' })).toBeVisible();
  await menuButton(page).click();
  await menuItem(page, 'Inaktivieren').click();
  await menuItem(page, 'Sind Sie sicher?').click();
  await expect(toastOf(page, 'Teilnehmer erfolgreich inaktiviert')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'inaktiv (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Details Robin Reise' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText(/, Storniert$/)).toHaveCount(2);
  await expectAccessible(page);

  await menuButton(page).click();
  await expect(menuItem(page, 'Daten bearbeiten')).toContainText('Das geht nur bei aktiven Teilnehmer:innen.');
  await expect(menuItem(page, 'Standardpasswort setzen')).toHaveAttribute('aria-disabled', 'true');
  await expect(menuItem(page, 'Inaktivieren')).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await menuItem(page, 'Anonymisieren').click();
  await menuItem(page, 'Sind Sie sicher?').click();
  await expect(toastOf(page, 'Teilnehmer erfolgreich anonymisiert')).toBeVisible();
  await expect(page.getByText('Es konnten keine Teilnehmer:in gefunden werden')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Suchergebnis' })).toBeFocused();
});

test('by keyboard, an admin follows an appointment to the plan and sets every status; a cancelled slot becomes free or stays closed [8.3] [8.8]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { slots } = await createAndFindParticipant(page, participantPage);
  await expect(page.getByRole('button', { name: 'Details Robin Reise' })).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('link', { name: / Uhr$/ }).press('Enter');
  await expect(page.getByRole('button', { name: /Uhr Robin Reise/, expanded: true })).toBeFocused();
  await page.goBack();
  const statusSelect = page.getByRole('combobox', { name: /^Aktion Robin Reise/ });
  await expect(statusSelect).toHaveText('Gebucht');
  await statusSelect.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveText(['Stornierung', 'Kulanz', 'Versäumt', 'Gebucht']);
  await page.keyboard.press('Escape');

  await setStatus(page, 'Versäumt');
  await expect(toastOf(page, 'Es ist ein Fehler')).toBeVisible();
  await expect(page.getByText('Der Termin hat noch nicht begonnen')).toBeVisible();
  await expect(statusSelect).toHaveText('Gebucht');
  await expectAccessible(page);

  await setStatus(page, 'Stornierung');
  const cancelDialog = page.getByRole('dialog', { name: 'Termin stornieren?' });
  await expect(cancelDialog.getByRole('button')).toHaveText([
    'Nicht stornieren',
    'Nur stornieren',
    'Stornieren und Zeit freigeben',
  ]);
  await expectAccessible(page);
  await cancelDialog.getByRole('button', { name: 'Nicht stornieren' }).press('Enter');
  await expect(statusSelect).toHaveText('Gebucht');
  await expect(statusSelect).toBeFocused();

  await setStatus(page, 'Stornierung');
  await cancelDialog.getByRole('button', { name: 'Nur stornieren' }).press('Enter');
  await expect(toastOf(page, 'Änderung erfolgreich').first()).toBeVisible();
  await expect(statusSelect).toHaveText('Stornierung');
  await setStatus(page, 'Kulanz');
  await expect(statusSelect).toHaveText('Kulanz');
  await page.getByRole('button', { name: 'Rückgängig' }).first().press('Enter');
  await expect(toastOf(page, 'Rückgängig gemacht')).toBeVisible();
  await expect(statusSelect).toHaveText('Stornierung');
  await setStatus(page, 'Gebucht');
  await expect(statusSelect).toHaveText('Gebucht');
  await setStatus(page, 'Stornierung');
  await cancelDialog.getByRole('button', { name: 'Stornieren und Zeit freigeben' }).press('Enter');
  await expect(statusSelect).toHaveText('Stornierung');

  // Another participant books the slot, so the cancelled booking cannot be restored.
  const otherPage = await (await browser.newContext()).newPage();
  const otherSession = await actAsNewParticipant(otherPage, { hasCv: true });
  const [slot] = slots as [BookableAppointment];
  const { data: freeSlots } = await callPortal(otherPage.request, listBookableSlots, {}, otherSession);
  const freedSlot = freeSlots.find(
    (candidate) => candidate.date === slot.date && candidate.start === slot.start && candidate.coach === slot.coach,
  );
  await callPortal(otherPage.request, bookAppointment, { appointmentId: freedSlot?.id ?? 0 }, otherSession);
  await setStatus(page, 'Gebucht');
  await expect(page.getByText('In dieser Zeit hat der Coach inzwischen einen anderen Termin.')).toBeVisible();
  await expect(statusSelect).toHaveText('Stornierung');
});

test('an admin searches by name, day or coach; the URL keeps the search and its page [8.2]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { slots, email } = await createAndFindParticipant(page, participantPage);
  const [slot] = slots as [BookableAppointment];
  await page.goto('/search-participant-admin');
  const searchButton = page.getByRole('button', { name: 'Suchen' });
  await expect(searchButton).toBeDisabled();
  await page.getByRole('combobox', { name: 'Coach' }).fill('Brandt');
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  await expect(searchButton).toBeEnabled();
  await searchButton.click();
  await expect(page).toHaveURL(/\?coach=\d+$/);
  const hits = page.getByRole('table', { name: 'Gefundene Teilnehmer:innen' }).getByRole('rowheader');
  await expect(hits).toHaveCount(5);
  await page.getByRole('button', { name: 'Zu Seite 2', exact: true }).click();
  await expect(page).toHaveURL(/seite=2/);
  await expectAccessible(page);
  await page.goto(`/search-participant-admin?datum=${slot.date}&suche=${email}`);
  await expect(hits).toHaveText(['Robin Reise']);
  await expect(page.getByRole('group', { name: 'Datum' })).toContainText(germanDate(slot.date));
});

test('a failure is shown beside its participant; reactivating undoes the deactivation [8.8]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  await createAndFindParticipant(page, participantPage, 0);
  const expectFailure = async (call: string, action: string, toastText: string) => {
    await page.route(`**/${call}.php`, (route) => route.abort());
    await menuButton(page).click();
    await menuItem(page, action).click();
    if (['Anonymisieren', 'Inaktivieren'].includes(action)) await menuItem(page, 'Sind Sie sicher?').click();
    if (action === 'Standardpasswort setzen') await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await expect(toastOf(page, toastText).first()).toBeVisible();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Der Server ist gerade nicht erreichbar' }).first(),
    ).toBeVisible();
    await page.unroute(`**/${call}.php`);
  };
  await expectFailure('setDefaultPassword', 'Standardpasswort setzen', 'Fehler beim setzen des Standardpassworts.');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expectFailure('changeActiveStatus', 'Inaktivieren', 'Fehler beim inaktivieren des Teilnehmers');
  await expectAccessible(page);
  await page.route('**/changeUserData.php', (route) => route.abort());
  await menuButton(page).click();
  await menuItem(page, 'Daten bearbeiten').click();
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Anders');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toastOf(page, 'Fehler beim Ändern der Nutzerdaten')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Nachname' })).toHaveValue('Anders');
  await page.getByRole('button', { name: 'Abbrechen' }).click();

  await menuButton(page).click();
  await menuItem(page, 'Inaktivieren').click();
  await menuItem(page, 'Sind Sie sicher?').click();
  await expect(page.getByRole('checkbox', { name: 'inaktiv (1)' })).toBeVisible();
  await expectFailure('anonymizeUserData', 'Anonymisieren', 'Fehler beim anonymisieren des Teilnehmers');
  await expectFailure('changeActiveStatus', 'Reaktivieren', 'Fehler beim reaktivieren des Teilnehmers');
  await menuButton(page).click();
  await menuItem(page, 'Reaktivieren').click();
  await expect(toastOf(page, 'Teilnehmer erfolgreich reaktiviert')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'inaktiv (0)' })).toBeVisible();
});

test('a speed coach can use the full search, but sees no menu and no actions [8.3]', async ({ page, browser }) => {
  const participantPage = await (await browser.newContext()).newPage();
  const { email, slots } = await createAndFindParticipant(page, participantPage);
  const speedCoachPage = await (await browser.newContext()).newPage();
  await actAsDemo(speedCoachPage, 'speedcoach');
  const [slot] = slots as [BookableAppointment];
  await speedCoachPage.goto(`/search-participant-coach?suche=${email}&datum=${slot.date}`);
  await expect(speedCoachPage.getByRole('button', { name: 'Details Robin Reise' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(speedCoachPage.getByText('bei Katharina Brandt, Gebucht')).toBeVisible();
  await expect(speedCoachPage.getByRole('combobox', { name: 'Coach' })).toBeVisible();
  await expect(speedCoachPage.getByRole('button', { name: /^Aktionen/ })).toHaveCount(0);
  await expect(speedCoachPage.getByRole('combobox', { name: /^Aktion/ })).toHaveCount(0);
  await expectAccessible(speedCoachPage);
});
