import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { getAuditLog } from '../src/audit/contract.ts';
import { expectAccessible } from './axe.ts';
import { ask } from './calls.ts';
import { beDemo, beNewParticipant } from './people.ts';
import { test } from './test.ts';

const entries = (page: Page) => page.getByRole('main').getByRole('listitem');

test('an admin reads the log day by day, narrows it, and finds the filters in the address', async ({ page }) => {
  await beNewParticipant(page, { docx: true });
  await beDemo(page, 'admin');
  await page.goto('/audit');
  await expect(page.getByRole('heading', { name: 'Protokoll', level: 1 })).toBeVisible();
  await expect(entries(page).filter({ hasText: 'Robin Reise hat sich registriert.' }).first()).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Vorgang').click();
  await page.getByRole('option', { name: 'Dokument hochgeladen' }).click();
  await page.getByLabel('Handelnde Person').fill('robin reise');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/durch=robin\+reise&vorgang=fileUploaded/);
  await expect(entries(page).first()).toContainText('Robin Reise hat das Dokument „Lebenslauf.docx“ hochgeladen.');
  await expect(entries(page).filter({ hasText: 'registriert' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Handelnde Person')).toHaveValue('robin reise');
  await expect(entries(page).first()).toContainText('Robin Reise');

  await page.getByLabel('Betroffene Person').fill('Zacharias Niemand');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page.getByText('Keine Einträge gefunden')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Alle zeigen' }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(entries(page).filter({ hasText: 'gebucht' }).first()).toBeVisible();
});

test('a search by Enter need not wait for the list, and the focus stays in its field', async ({ page }) => {
  await beDemo(page, 'admin');
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(`**/${getAuditLog.path}.php`, async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto('/audit');
  const actor = page.getByLabel('Handelnde Person');
  await actor.fill('winter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/audit?durch=winter');
  open();
  await expect(entries(page).first()).toBeVisible();
  await expect(actor).toBeFocused();
});

test('more of the log comes page by page, and the first new entry takes the focus', async ({ page }) => {
  await beDemo(page, 'admin');
  await page.goto('/audit');
  await expect(entries(page)).toHaveCount(50);
  const more = page.getByRole('button', { name: 'Mehr laden' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(entries(page)).toHaveCount(100);
  await expect(entries(page).nth(50)).toBeFocused();
});

test('what the filters show goes into a file', async ({ page }) => {
  const session = await beDemo(page, 'admin');
  const { data } = await ask(page.request, getAuditLog, { action: 'rated', limit: 500 }, session);
  await page.goto('/audit?vorgang=rated');
  await expect(entries(page).first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Protokoll.csv');
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFDatum;Uhrzeit;Handelnde Person;Vorgang;Betroffene Person;Beschreibung');
  expect(lines).toHaveLength(data.length + 2);
  expect(lines[1]).toContain(';Termin bewertet;;');
});

test('a log that does not come says so, and comes with the next try', async ({ page }) => {
  await beDemo(page, 'admin');
  let broken = true;
  await page.route('**/admin/getAuditLog.php', (route) => (broken ? route.abort() : route.continue()));
  await page.goto('/audit');
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
  await expect(retry).toBeVisible();
  broken = false;
  await retry.click();
  await expect(entries(page).first()).toBeVisible();
});
