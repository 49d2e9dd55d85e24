import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { getCoachList, listCoaches, makeNewCoach } from '../../src/features/coaches/contract.ts';
import { searchParticipantAsAdmin } from '../../src/features/participants/contract.ts';
import { expectAccessible } from './axe.ts';
import { openSelect, tabToAndPressEnter } from './keys.ts';
import { callPortal } from './calls.ts';
import { actAsDemo, actAsNewParticipant, signInDemo } from './people.ts';
import { test } from './test.ts';

/** Creates a participant for this test and signs the page in as an admin. Returns the participant's id and e-mail. */
async function createParticipant(page: Page): Promise<{ id: number; email: string }> {
  const { data: user } = await callPortal(page.request, checkSession, {}, await actAsNewParticipant(page));
  const adminSession = await actAsDemo(page, 'admin');
  const email = user?.email ?? '';
  const { data } = await callPortal(page.request, searchParticipantAsAdmin, { searchString: email }, adminSession);
  return { id: data[0]?.participantId ?? 0, email };
}

/** Creates a coach for this test with a unique last name. */
async function createCoach(page: Page): Promise<{ lastName: string; email: string }> {
  const { id, email } = await createParticipant(page);
  const lastName = `Muster-${randomUUID().slice(0, 8)}`;
  const coach = { firstName: 'Robin', lastName, email, gender: 'd' as const, participantId: id };
  const adminSession = await signInDemo(page, 'admin');
  await callPortal(page.request, makeNewCoach, { ...coach, teamsLink: 'https://teams.example/robin' }, adminSession);
  return { lastName, email };
}

const lastNames = (page: Page) => page.getByRole('table', { name: 'Coaches' }).getByRole('rowheader');

test('an admin searches, sorts and exports the list of coaches; the URL keeps search and order [9.1]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/coachlist');
  await expect(page.getByRole('heading', { name: 'Nutzerverwaltung', level: 1 })).toBeVisible();
  await expect(lastNames(page).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('searchbox', { name: 'Coach suchen' }).fill('demo.example gross');
  await expect(lastNames(page)).toHaveText(['Groß']);
  await page.getByRole('searchbox').fill('@demo.example');
  await page.getByRole('button', { name: 'Vorname' }).click();
  await expect(page).toHaveURL(/suche=.*sortierung=vorname/);
  await expect(lastNames(page).first()).toHaveText('Müller-Lüdenscheidt');
  await page.getByRole('button', { name: 'Vorname' }).click();
  await expect(page.getByRole('columnheader', { name: 'Vorname' })).toHaveAttribute('aria-sort', 'descending');
  await expect(lastNames(page).last()).toHaveText('Müller-Lüdenscheidt');
  await page.reload();
  await expect(lastNames(page).last()).toHaveText('Müller-Lüdenscheidt');
  await expect(page.getByRole('searchbox')).toHaveValue('@demo.example');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const csv = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(csv).toMatch(/^\uFEFFNachname;Vorname;E-Mail;Teams-Link;Status;Speedcoach\r\n/);
  expect(csv.trim().split('\r\n').at(-1)).toMatch(/^Müller-Lüdenscheidt;Annegret;coach4@demo.example;https:/);

  await page.getByRole('checkbox', { name: /^aktiv/ }).uncheck();
  await page.getByRole('searchbox').fill('niemand, der so heißt');
  await expect(page.getByText('Keine Coaches gefunden')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Als CSV exportieren' })).toBeDisabled();
  await expectAccessible(page);
});

test('going back restores the search text and its list', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/coachlist');
  const searchField = page.getByRole('searchbox', { name: 'Coach suchen' });
  await searchField.fill('gro');
  await page.getByRole('button', { name: 'Vorname' }).click();
  await searchField.fill('brandt');
  await expect(lastNames(page)).toHaveText(['Brandt']);
  await page.goBack();
  await expect(lastNames(page)).toHaveText(['Groß']);
  await expect(searchField).toHaveValue('gro');
});

test('a coach is edited by keyboard alone; errors are shown at their fields [9.2]', async ({ page }) => {
  const { lastName } = await createCoach(page);
  await page.goto(`/coachlist?suche=${lastName}`);
  const editButton = page.getByRole('button', { name: `Robin ${lastName} bearbeiten` });
  await editButton.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Coach bearbeiten' });
  await dialog.getByLabel('Vorname').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('Bitte gib einen Vornamen ein')).toBeVisible();
  await dialog.getByLabel('Nachname').fill('');
  await dialog.getByLabel('E-Mail').fill('nirgends');
  await dialog.getByLabel('Teams-Link').fill('');
  await page.keyboard.press('Tab');
  for (const sentence of [
    'Bitte gib einen Nachnamen ein',
    'Bitte gib eine gültige Email Adresse ein',
    'Bitte gib einen Teams-Link ein',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Teams-Link').fill('http://teams.example/x');
  await expect(dialog.getByText('Der Teams-Link muss eine Adresse sein, die mit https:// beginnt.')).toBeVisible();

  await dialog.getByLabel('Vorname').fill('Änne');
  await dialog.getByLabel('Nachname').fill(lastName);
  await dialog.getByLabel('Teams-Link').fill('https://teams.example/neu');
  await dialog.getByLabel('E-Mail').fill('coach@demo.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Fehler beim Bearbeiten des Coaches!')).toBeVisible();
  await expect(dialog.getByText('Diese E-Mail-Adresse gehört schon zu einem anderen Konto.')).toBeVisible();
  await expect(dialog.getByLabel('E-Mail')).toBeFocused();
  await dialog.getByLabel('E-Mail').fill(`${randomUUID()}@e2e.example`);
  await expect(dialog.getByText('An die alte und an die neue Adresse geht eine Nachricht.')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Speedcoach' }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Speichern' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Coach erfolgreich bearbeitet!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(`${lastName} Änne .*aktiv ja`) })).toBeVisible();
  await expect(page.getByRole('button', { name: `Änne ${lastName} bearbeiten` })).toBeFocused();
});

test('only a coach without bookings can be set inactive; an inactive coach can only be set active [9.2]', async ({
  page,
}) => {
  const { lastName } = await createCoach(page);
  await page.goto('/coachlist?suche=coach@demo.example');
  await page.getByRole('button', { name: 'Katharina Brandt bearbeiten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Coach bearbeiten' });
  const chooseStatus = async (status: string) => {
    await openSelect(dialog.getByRole('combobox', { name: 'Status' }));
    await page.getByRole('option', { name: status, exact: true }).click();
  };
  await chooseStatus('inaktiv');
  await expect(dialog.getByText('Freie Termine dieses Coaches, die noch kommen, werden gelöscht.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(
    dialog.getByText('Dieser Coach hat noch gebuchte Termine. Sie müssen zuerst storniert werden.'),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Gebuchte Termine ansehen' }).click();
  await expect(page).toHaveURL(/appointment-overview-admin\?coach=\d+/);

  await page.goto(`/coachlist?suche=${lastName}`);
  await page.getByRole('button', { name: `Robin ${lastName} bearbeiten` }).click();
  await chooseStatus('inaktiv');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(`${lastName} Robin .*inaktiv`) })).toBeVisible();

  await page.getByRole('button', { name: `Robin ${lastName} bearbeiten` }).click();
  for (const field of ['Vorname', 'Nachname', 'E-Mail', 'Teams-Link'])
    await expect(dialog.getByLabel(field)).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Speichern' })).toBeDisabled();
  await expectAccessible(page);
  await chooseStatus('aktiv');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(`${lastName} Robin .* aktiv`) })).toBeVisible();
});

test('an admin makes a participant a coach [9.3]', async ({ page }) => {
  const { email } = await createParticipant(page);
  await page.goto('/coachlist');
  await page.getByRole('button', { name: 'Coach hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Coach hinzufügen' });
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  for (const sentence of [
    'Bitte wähle eine Person aus.',
    'Bitte gib eine gültige Email Adresse ein',
    'Bitte wähle eine Anrede',
    'Teams-Link fehlt',
  ])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Teilnehmer:in' })).toBeFocused();
  await expectAccessible(page);

  await dialog.getByRole('combobox', { name: 'Teilnehmer:in' }).fill(email);
  await page.getByRole('option', { name: email }).click();
  await expect(dialog.getByLabel('E-Mail')).toHaveValue(email);
  await dialog.getByLabel('E-Mail').fill('coach@demo.example');
  await dialog.getByRole('radio', { name: 'Frau' }).check();
  await dialog.getByLabel('Teams-Link').fill('https://teams.example/robin');
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await expect(page.getByText('Fehler beim Hinzufügen des Coaches!')).toBeVisible();
  await expect(dialog.getByText('Diese E-Mail-Adresse gehört schon zu einem anderen Konto.')).toBeVisible();
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await expect(page.getByText('Coach erfolgreich hinzugefügt!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const { data } = await callPortal(page.request, listCoaches, {}, await signInDemo(page, 'admin'));
  expect(data.find((coach) => coach.email === email)).toMatchObject({ firstName: 'Robin', gender: 'f', active: true });
});

test('a failed call is reported, and the dialog stays open [9.2]', async ({ page }) => {
  const { lastName } = await createCoach(page);
  await page.route('**/admin/editCoach.php', (route) => route.abort());
  await page.goto(`/coachlist?suche=${lastName}`);
  await page.getByRole('button', { name: `Robin ${lastName} bearbeiten` }).click();
  const dialog = page.getByRole('dialog', { name: 'Coach bearbeiten' });
  await dialog.getByLabel('Vorname').fill('Anders');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Fehler beim Bearbeiten des Coaches!')).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('Der Server ist gerade nicht erreichbar.');
  await expect(dialog.getByLabel('Vorname')).toHaveValue('Anders');

  await page.route('**/admin/getCoachListObject.php', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Der Server ist gerade nicht erreichbar.');
});

test('a field to choose a coach says inside if the coaches cannot be loaded, and loads them when it is opened', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.route(`**/${getCoachList.path}.php`, (route) => route.abort());
  await page.goto('/new-appointment-admin');
  const coachField = page.getByRole('combobox', { name: 'Coach' });
  await expect(coachField).toHaveAttribute('placeholder', 'Coaches nicht geladen');
  await expect(coachField).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await coachField.press('ArrowDown');
  await expect(page.getByText('Der Server ist gerade nicht erreichbar.').first()).toBeVisible();
  await page.unroute(`**/${getCoachList.path}.php`);
  await coachField.press('Escape');
  await coachField.press('ArrowDown');
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  await expect(coachField).toHaveValue('Katharina Brandt');
  await expect(coachField).toHaveAttribute('placeholder', '');
});

test('on a phone a coach has two lines, and nothing overflows the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const { lastName } = await createCoach(page);
  await page.goto(`/coachlist?suche=${lastName}`);
  const row = page.getByRole('list', { name: 'Coaches' }).getByRole('listitem').filter({ hasText: lastName });
  await expect(row).toContainText('aktiv');
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(72);
  await openSelect(page.getByRole('combobox', { name: 'Sortierung' }));
  await page.getByRole('option', { name: 'E-Mail, absteigend' }).click();
  await expect(page).toHaveURL(/sortierung=email&ab=1/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test('an inactive coach is anonymised in two steps by keyboard, and leaves the list [8.9]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { lastName } = await createCoach(page);
  await page.goto(`/coachlist?suche=${lastName}`);
  await page.getByRole('button', { name: `Robin ${lastName} bearbeiten` }).click();
  const dialog = page.getByRole('dialog', { name: 'Coach bearbeiten' });
  await expect(dialog.getByRole('button', { name: /^Anonymisieren/ })).toHaveCount(0);
  await openSelect(dialog.getByRole('combobox', { name: 'Status' }));
  await page.getByRole('option', { name: 'inaktiv', exact: true }).click();
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: `Robin ${lastName} bearbeiten` }).click();
  await expectAccessible(page);
  await tabToAndPressEnter(page, dialog.getByRole('button', { name: `Anonymisieren Robin ${lastName}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Coach erfolgreich anonymisiert').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Keine Coaches gefunden')).toBeVisible();
});
