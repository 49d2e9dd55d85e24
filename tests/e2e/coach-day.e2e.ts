import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { checkSession } from '../../src/features/accounts/contract.ts';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { chooseFiles } from './documents.ts';
import { waitForMail } from './mails.ts';
import { actAsDemo, actAsNewParticipant, readWordDocument } from './people.ts';
import { bookWithCoach, findPlanTile } from './slots.ts';
import { test } from './test.ts';

test('a coach opens a CV and uploads a new file; the participant gets a mail and sees the file [5.8] [8.3]', async ({
  page,
  browser,
}) => {
  const { page: participantPage, email, slot } = await bookWithCoach(browser, 'coach');
  await actAsDemo(page, 'coach');
  await page.goto(`/daily-plan?von=${slot.date}&bis=${slot.date}`);
  const tile = await findPlanTile(page, slot);
  await tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unterlagen von Robin Reise' });
  const participantUploads = dialog.getByRole('region', { name: 'Uploads Teilnehmer:in' });
  const coachUploads = dialog.getByRole('region', { name: 'Uploads Coach' });
  await expect(participantUploads.getByText('Lebenslauf.docx')).toBeVisible();
  await expect(participantUploads.getByRole('button', { name: /Löschen/ })).toHaveCount(0);
  await expect(coachUploads.getByText('Keine Dateien')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Hochladen' })).toBeDisabled();
  await expectAccessible(page);

  const picture = { name: 'Foto.png', buffer: Buffer.from('x') };
  const editedCv = { name: 'Lebenslauf neu.docx', buffer: await readWordDocument() };
  await chooseFiles(page, [picture, editedCv]);
  await expect(dialog.getByText('Erlaubt sind doc, docx, odt und pdf.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Hochladen' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Entfernen Foto.png' }).click();
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(page.getByText('Die Datei wurde hochgeladen!')).toBeVisible();
  await expect(coachUploads.getByText('Lebenslauf neu.docx')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Dateien auswählen' })).toBeFocused();
  await expectAccessible(page);

  await participantPage.goto('/files');
  await expect(participantPage.getByRole('button', { name: 'Herunterladen Lebenslauf neu.docx' })).toBeVisible();
  await expect(participantPage.getByRole('button', { name: 'Löschen Lebenslauf neu.docx' })).toHaveCount(0);
  await waitForMail(email, '/files');

  const deleteButton = coachUploads.getByRole('button', { name: 'Löschen Lebenslauf neu.docx' });
  await page.route('**/deleteFile.php', (route) => route.abort());
  await deleteButton.click();
  await coachUploads.getByRole('button', { name: 'Sicher? Lebenslauf neu.docx' }).click();
  await expect(page.getByText('Die Datei konnte nicht gelöscht werden!')).toBeVisible();
  await page.unroute('**/deleteFile.php');
  await deleteButton.click();
  await coachUploads.getByRole('button', { name: 'Sicher? Lebenslauf neu.docx' }).click();
  await expect(page.getByText('Die Datei wurde gelöscht!')).toBeVisible();
  await expect(coachUploads.getByText('Keine Dateien')).toBeVisible();
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await expect(tile.getByRole('button', { name: 'Unterlagen (1) Robin Reise' })).toBeFocused();

  await page.goto('/search-participant-coach');
  await expect(page.getByRole('button', { name: 'Suchen' })).toBeDisabled();
  await page.getByRole('searchbox', { name: 'Teilnehmer:in suchen' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('checkbox', { name: 'aktiv (1)', exact: true })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Details Robin Reise' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Fachkraft für Lagerlogistik')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '31.12.2026' })).toBeVisible();
  await expectAccessible(page);
  // `click` instead of `uncheck`: the checkbox changes only when the URL does, a moment after the click.
  await page.getByRole('checkbox', { name: 'aktiv (1)', exact: true }).click();
  await expect(page.getByText('Es konnten keine Teilnehmer:in gefunden werden')).toBeVisible();
  await expect(page).toHaveURL(/ohne=aktiv/);
  await page.reload();
  await expect(page.getByText('Es konnten keine Teilnehmer:in gefunden werden')).toBeVisible();
  await expectAccessible(page);
});

test('a speed coach finds every participant and their documents, and sees why uploads are impossible [8.2]', async ({
  page,
  browser,
}) => {
  const participantPage = await (await browser.newContext()).newPage();
  const session = await actAsNewParticipant(participantPage, { hasCv: true });
  const { data: person } = await callPortal(participantPage.request, checkSession, {}, session);
  await actAsDemo(page, 'coach');
  await page.goto(`/search-participant-coach?suche=${person?.email}`);
  await expect(page.getByText('Es konnten keine Teilnehmer:in gefunden werden')).toBeVisible();

  const speedCoachPage = await (await browser.newContext()).newPage();
  await actAsDemo(speedCoachPage, 'speedcoach');
  await speedCoachPage.goto(`/search-participant-coach?suche=${person?.email}`);
  await speedCoachPage.getByRole('button', { name: 'Unterlagen (1) Robin Reise' }).click();
  await expect(speedCoachPage.getByRole('button', { name: 'Herunterladen Lebenslauf.docx' })).toBeVisible();
  await expect(speedCoachPage.getByText('Hochladen können nur Coaches, die einen Termin')).toBeVisible();
  await expect(speedCoachPage.getByRole('button', { name: 'Dateien auswählen' })).toHaveCount(0);
  await expectAccessible(speedCoachPage);
});

test('the search lists five participants a page; a new search starts on page 1, and ue finds ü [8.3]', async ({
  page,
}) => {
  await actAsDemo(page, 'speedcoach');
  await page.goto('/search-participant-coach?alle=1');
  const hits = page.getByRole('table', { name: 'Gefundene Teilnehmer:innen' }).getByRole('rowheader');
  await expect(hits).toHaveCount(5);
  await page.getByRole('button', { name: 'Zu Seite 2', exact: true }).click();
  await expect(page).toHaveURL(/seite=2/);
  await page.getByRole('searchbox', { name: 'Teilnehmer:in suchen' }).fill('Krueger');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/\?suche=Krueger$/);
  await expect(hits.filter({ hasText: 'Krüger' }).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Teilnehmer:in suchen' }).fill('M');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page.getByText('Bitte mindestens 2 Zeichen eingeben.')).toBeVisible();
});

test('the plan is exported as CSV, and printed without the page around it [7.6] [7.7]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/daily-plan?von=2020-01-01&bis=2020-01-31');
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Als CSV exportieren' })).toHaveCount(0);

  const today = dateOf(new Date());
  await page.goto(`/daily-plan?von=${addDays(today, -14)}&bis=${addDays(today, 28)}`);
  const summary = await page.getByText(/wurden \d+ Termine gefunden/).textContent();
  const total = Number(/wurden (\d+) /.exec(summary ?? '')?.[1]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFDatum;Zeitfenster;Wochentag;Teilnehmername;/);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(total + 1);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    await expect(page.getByText('Letzter Tag der Qualifizierung:')).toHaveCount(total);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
  await expect(page.getByText('Letzter Tag der Qualifizierung:')).toHaveCount(0);
});

test('the welcome page shows today’s appointments, the next one and who is waiting for a file [7.10]', async ({
  page,
}) => {
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  await expect(
    page.getByRole('region', { name: 'Nächster Termin' }).getByRole('link', { name: 'Zum Coaching' }),
  ).toHaveAttribute('href', /^https:/);
  const phoneLink = page.getByRole('region', { name: 'Nächster Termin' }).getByRole('link', { name: /^[\d +]+$/ });
  await expect(phoneLink).toHaveAttribute('href', /^tel:\d+$/);
  await expect(page.getByRole('region', { name: 'Heute' })).toBeVisible();
  const waitingForFileRegion = page.getByRole('region', { name: 'Wartet auf deine Unterlagen' });
  const documentButtons = waitingForFileRegion.getByRole('button', { name: /^Unterlagen/ });
  const [firstButtonName, secondButtonName] = await documentButtons.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label')),
  );
  await expectAccessible(page);
  await documentButtons.first().click();
  const dialog = page.getByRole('dialog');
  await chooseFiles(page, [{ name: 'Feinschliff.docx', buffer: await readWordDocument() }]);
  await dialog.getByRole('button', { name: 'Hochladen' }).click();
  await expect(dialog.getByText('Feinschliff.docx')).toBeVisible();
  await dialog.getByRole('button', { name: 'Schließen' }).click();
  await expect(waitingForFileRegion.getByRole('button', { name: firstButtonName ?? '', exact: true })).toHaveCount(0);
  // The next entry of the list moves up and gets the focus.
  const nextButton = page.getByRole('button', { name: secondButtonName ?? '', exact: true });
  await expect(waitingForFileRegion.getByRole('listitem').filter({ has: nextButton })).toBeFocused();
});

test('the welcome page shows the next appointment once, and links to its open tile in the plan [7.10]', async ({
  page,
}) => {
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  const link = page.getByRole('region', { name: 'Nächster Termin' }).getByRole('link').first();
  const dateAndTime = (await link.textContent()) ?? '';
  await expect(page.getByRole('main').getByText(dateAndTime, { exact: true })).toHaveCount(1);
  await link.click();
  await expect(page).toHaveURL(/termin=\d+$/);
  const tile = page.getByRole('main').getByRole('button', { expanded: true });
  await expect(tile).toBeFocused();
  await expect(page.getByRole('main').getByText('Letzter Tag der Qualifizierung')).toBeVisible();
});
