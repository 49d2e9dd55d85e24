import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createAppointment } from '../../src/features/appointments/contract.ts';
import { addDays, germanDate } from '../../src/shared/berlin.ts';
import { chooseByKeyboard, openSelect } from './keys.ts';
import { mockRefusal, failCall, restoreCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import {
  createdAppointments,
  actAsNewParticipantWithEmail,
  unusedDay,
  firstSectionOfField,
  appointmentRows,
} from './calendar-pages.ts';
import { callPortal } from './calls.ts';
import { openMenu } from './menu.ts';
import { actAsDemo, findDemoCoaches } from './people.ts';
import { askToDelete } from './staff.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const coachField = (page: Page) => page.getByRole('combobox', { name: /Coach/ });

test('the admin’s menu lists the pages of the calendar, and each has its title [1.4]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/intern-admin');
  const section = (await openMenu(page)).getByRole('list', { name: 'Adminbereich' });
  for (const [name, path] of [
    ['Willkommen', '/intern-admin'],
    ['Dashboard', '/dashboard'],
    ['Terminübersicht', '/appointment-overview-admin'],
    ['Termine erstellen', '/new-appointment-admin'],
    ['Termin Upload', '/new-appointment-upload'],
  ] as const)
    await expect(section.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  await section.getByRole('link', { name: 'Termine erstellen' }).click();
  await expect(page).toHaveTitle(/^Termine erstellen/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Termine erstellen');
});

test('by keyboard alone, an admin creates three appointments in a row and deletes the last [7.2]', async ({ page }) => {
  const date = unusedDay();
  await actAsDemo(page, 'admin');
  await page.goto('/new-appointment-admin');
  await chooseByKeyboard(coachField(page), 'schäf');
  await page.getByRole('radio', { name: 'Einzelcoaching' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type(germanDate(date).replaceAll('.', ''));
  // Skip the button that opens the calendar.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0900');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0945');
  for (let number = 1; number <= 3; number++) {
    await page.keyboard.press('Enter');
    await expect(createdAppointments(page)).toHaveCount(number);
    await expect(firstSectionOfField(page, 'Von')).toBeFocused();
  }
  await expect(toastOf(page, 'Der Termin wurde erfolgreich erstellt!').first()).toBeVisible();
  await expect(coachField(page)).toHaveValue('Julia Schäfer');
  await expect(createdAppointments(page)).toContainText([/10:30 bis 11:15/, /09:45 bis 10:30/, /09:00 bis 09:45/]);
  await expect(createdAppointments(page).first()).toContainText('Coach: Julia Schäfer');
  await expectAccessible(page);

  const deleteLastButton = createdAppointments(page).first().getByRole('button');
  await deleteLastButton.press('Enter');
  await deleteLastButton.press('Enter');
  await expect(toastOf(page, 'Termin gelöscht!')).toBeVisible();
  await expect(createdAppointments(page)).toHaveCount(2);
});

test('an admin must choose a coach, and can book for any participant found by name [7.2] [12.2]', async ({
  page,
  browser,
}) => {
  test.slow();
  const participantPage = await (await browser.newContext()).newPage();
  const lastName = `Suche ${randomUUID().replaceAll(/[^a-f]/g, '')}`;
  const email = await actAsNewParticipantWithEmail(participantPage, { lastName });
  const date = unusedDay();
  await actAsDemo(page, 'admin');
  await page.goto('/new-appointment-admin');
  await page.getByRole('button', { name: 'Termin erstellen' }).click();
  await expect(page.getByText('Bitte wähle einen Coach aus.')).toBeVisible();
  await expect(coachField(page)).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type('Katharina');
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  const offerHint = page.getByText(/sofort per E-Mail angeboten\. (Zurzeit wartet niemand|Offen: \d+ W)/);
  await expect(offerHint).toBeHidden();
  await page.getByRole('radio', { name: 'Einzelcoaching' }).check();
  await expect(offerHint).toBeVisible();
  await firstSectionOfField(page, 'Datum').click();
  await page.keyboard.type(germanDate(date).replaceAll('.', ''));
  await firstSectionOfField(page, 'Von').click();
  await page.keyboard.type('1000');
  await firstSectionOfField(page, 'Bis').click();
  await page.keyboard.type('1045');
  await page.getByRole('checkbox', { name: /Direkt/ }).check();
  await expect(offerHint).toBeHidden();
  const participantField = page.getByRole('combobox', { name: /Teilnehmer:in/ });
  await participantField.pressSequentially(`robin ${lastName.toLowerCase()}`);
  await page.getByRole('option').filter({ hasText: email }).click();

  await failCall(page, 'admin/createOneAppointment', 'no connection');
  await page.getByRole('button', { name: 'Termin erstellen' }).click();
  await expect(toastOf(page, 'Es ist ein unerwarteter Fehler aufgetreten!')).toBeVisible();
  await restoreCall(page, 'admin/createOneAppointment');
  await mockRefusal(page, 'admin/createOneAppointment', 'Dieser Coach ist nicht aktiv.');
  await page.getByRole('button', { name: 'Termin erstellen' }).click();
  await expect(toastOf(page, 'Der Termin konnte nicht erstellt werden!')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Dieser Coach ist nicht aktiv.' })).toBeVisible();
  await restoreCall(page, 'admin/createOneAppointment');

  await page.getByRole('button', { name: 'Termin erstellen' }).click();
  await expect(createdAppointments(page)).toContainText(`gebucht für Robin ${lastName}, Coach: Katharina Brandt`);
  await participantPage.goto('/appointments');
  await expect(participantPage.getByRole('listitem').filter({ hasText: germanDate(date) })).toContainText(
    '10:00 bis 10:45 Uhr',
  );
});

test('in the overview an admin filters by coach and type, sorts and exports the rows, and deletes one [7.8]', async ({
  page,
}) => {
  test.slow();
  const date = unusedDay();
  const session = await actAsDemo(page, 'admin');
  const [julia, michael] = await findDemoCoaches(page, session, 'Julia Schäfer', 'Michael Groß');
  const createSlot = (coachId: number, hour: number, type: 'Einzelcoaching' | 'Speedcoaching') =>
    callPortal(
      page.request,
      createAppointment,
      { coachId, type, date, fromTime: `${hour}:00`, tillTime: `${hour}:45`, participantId: null },
      session,
    );
  for (let hour = 10; hour < 19; hour++) {
    await createSlot(julia.value, hour, 'Einzelcoaching');
    await createSlot(michael.value, hour, hour === 18 ? 'Speedcoaching' : 'Einzelcoaching');
  }
  await page.goto(`/appointment-overview-admin?von=${date}&bis=${date}`);
  await expect(page).toHaveTitle(/^Terminübersicht/);
  await expect(page.getByText('18 Termine gefunden')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(15);
  await expectAccessible(page);

  const coachColumn = page.getByRole('columnheader', { name: 'Coach' });
  await coachColumn.getByRole('button').click();
  await expect(page).toHaveURL(/sortierung=coach/);
  await expect(coachColumn).toHaveAttribute('aria-sort', 'ascending');
  await expect(appointmentRows(page).first()).toContainText('Michael Groß');
  await openSelect(page.getByRole('combobox', { name: 'Art' }));
  await page.getByRole('option', { name: 'Speedcoaching' }).click();
  await expect(page.getByText('1 Termin gefunden')).toBeVisible();
  await expect(appointmentRows(page).getByRole('button', { name: /^Details/ })).toHaveAccessibleDescription(
    'Offen für alle, daher keine Details',
  );
  await page.goBack();
  await expect(page.getByText('18 Termine gefunden')).toBeVisible();

  await coachField(page).fill('julia');
  await page.getByRole('option', { name: 'Julia Schäfer' }).click();
  await expect(page).toHaveURL(new RegExp(`coach=${julia.value}`));
  await expect(page.getByText('9 Termine gefunden')).toBeVisible();
  await page.reload();
  await expect(coachField(page)).toHaveValue('Julia Schäfer');
  await expect(appointmentRows(page)).toHaveCount(9);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFDatum;Wochentag;Zeitfenster;Typ;Status;Coach;/);
  expect(lines.slice(1).map((line) => line.split(';')[2])).toEqual(
    Array.from({ length: 9 }, (_, i) => `${i + 10}:00 - ${i + 10}:45`),
  );

  const spreadsheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als Excel exportieren' }).click();
  expect((await spreadsheet).suggestedFilename()).toMatch(/^termine-.*\.xlsx$/);
  // A spreadsheet is a zip archive, which begins with PK.
  expect((await readFile(await (await spreadsheet).path())).subarray(0, 2).toString()).toBe('PK');

  const firstRow = appointmentRows(page).first();
  await failCall(page, 'admin/deleteAppointment', 'no connection');
  await (await askToDelete(page, firstRow)).press('Enter');
  await expect(toastOf(page, 'Termin konnte nicht gelöscht werden!')).toBeVisible();
  await restoreCall(page, 'admin/deleteAppointment');
  const deleteItem = await askToDelete(page, firstRow);
  await page.keyboard.press('Escape');
  await expect(deleteItem).toHaveCount(0);
  await (await askToDelete(page, firstRow)).press('Enter');
  await expect(toastOf(page, 'Termin gelöscht!')).toBeVisible();
  await expect(appointmentRows(page)).toHaveCount(8);

  await page.goto(`/appointment-overview-admin?von=${addDays(date, -400)}&bis=${addDays(date, -400)}&ohne=frei`);
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Als CSV exportieren' })).toBeDisabled();
  await expectAccessible(page);
});
