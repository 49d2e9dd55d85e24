import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { getAuditLog } from '../../src/features/audit/contract.ts';
import { expectAccessible } from './axe.ts';
import { callPortal } from './calls.ts';
import { openSelect } from './keys.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

const entries = (page: Page) => page.getByRole('table', { name: 'Einträge' }).locator('tbody').getByRole('row');

test('an admin reads the log and filters it by action and person; the URL keeps the filters [10.5]', async ({
  page,
}) => {
  await actAsNewParticipant(page, { hasCv: true });
  await actAsDemo(page, 'admin');
  await page.goto('/audit');
  await expect(page.getByRole('heading', { name: 'Protokoll', level: 1 })).toBeVisible();
  await expect(entries(page).filter({ hasText: 'Robin Reise hat sich registriert.' }).first()).toBeVisible();
  await expectAccessible(page);

  await openSelect(page.getByRole('combobox', { name: 'Vorgang' }));
  await page.getByRole('option', { name: 'Dokument hochgeladen' }).click();
  await page.getByRole('textbox', { name: 'Handelnde Person' }).fill('robin reise');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/durch=robin\+reise&vorgang=fileUploaded/);
  await expect(entries(page).first()).toContainText('Robin Reise hat das Dokument „Lebenslauf.docx“ hochgeladen.');
  await expect(entries(page).filter({ hasText: 'registriert' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Handelnde Person' })).toHaveValue('robin reise');
  await expect(entries(page).first()).toContainText('Robin Reise');
  // Each chip removes only the filter that it names.
  await page.getByRole('button', { name: 'Filter entfernen: Vorgang: Dokument hochgeladen' }).click();
  await expect(page).toHaveURL(/\/audit\?durch=robin\+reise$/);
  await expect(entries(page).filter({ hasText: 'registriert' }).first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Betroffene Person' }).fill('Zacharias Niemand');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page.getByText('Keine Einträge gefunden')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(page).toHaveURL(/\/audit$/);
  await expect(entries(page).filter({ hasText: 'gebucht' }).first()).toBeVisible();
});

test('a search started with Enter does not wait for the list, and its field keeps the focus', async ({ page }) => {
  await actAsDemo(page, 'admin');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/${getAuditLog.path}.php`, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/audit');
  const actorField = page.getByRole('textbox', { name: 'Handelnde Person' });
  await actorField.fill('winter');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/audit?durch=winter');
  release();
  await expect(entries(page).first()).toBeVisible();
  await expect(actorField).toBeFocused();
});

test('the log loads more entries page by page, and the first new entry gets the focus', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/audit');
  await expect(entries(page)).toHaveCount(50);
  const moreButton = page.getByRole('button', { name: 'Mehr laden' });
  await moreButton.focus();
  await page.keyboard.press('Enter');
  await expect(entries(page)).toHaveCount(100);
  await expect(entries(page).nth(50)).toBeFocused();
});

test('the filtered entries of the log are exported to a file', async ({ page }) => {
  const session = await actAsDemo(page, 'admin');
  const { data } = await callPortal(page.request, getAuditLog, { action: 'rated', limit: 500 }, session);
  await page.goto('/audit?vorgang=rated');
  await expect(entries(page).first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Protokoll.csv');
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFDatum;Uhrzeit;Handelnde Person;Vorgang;Betroffene Person;Beschreibung');
  // The file also has a header and ends with a line break.
  expect(lines).toHaveLength(data.length + 2);
  expect(lines[1]).toContain(';Termin bewertet;;');
});

test('if the log fails to load, another try loads it', async ({ page }) => {
  await actAsDemo(page, 'admin');
  let isFailing = true;
  await page.route('**/admin/getAuditLog.php', (route) => (isFailing ? route.abort() : route.continue()));
  await page.goto('/audit');
  const retry = page.getByRole('button', { name: 'Noch einmal versuchen' });
  await expect(retry).toBeVisible();
  isFailing = false;
  await retry.click();
  await expect(entries(page).first()).toBeVisible();
});
