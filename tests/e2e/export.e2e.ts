import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { mockRefusal } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { withDatabase } from './past-coaching.ts';
import { tabToAndPressEnter, tabTo } from './keys.ts';
import { actAsNewParticipant, registerParticipant } from './people.ts';
import { test } from './test.ts';
import { unzip } from '../support/zip.ts';

const exportSection = (page: Page) => page.getByRole('region', { name: 'Meine Daten herunterladen' });
const downloadButton = (page: Page) => exportSection(page).getByRole('button', { name: 'Daten herunterladen' });

test('by keyboard, a participant downloads their data and reads it as a page [13.8] [13.10]', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  let html = '';
  await atEachSize(page, [phone, desktop], async () => {
    // The keyboard starts at the top of a new page.
    await page.goto('/einstellungen');
    const download = page.waitForEvent('download');
    await tabToAndPressEnter(page, downloadButton(page));
    const file = await download;
    expect(file.suggestedFilename()).toBe('meine-daten.zip');
    await expect(page.getByText('Deine Daten wurden heruntergeladen.').first()).toBeVisible();
    const files = await unzip(await readFile(await file.path()));
    expect([...files.keys()].at(-1)).toMatch(/Lebenslauf\.docx$/);
    await expectAccessible(page);
    html = String(files.get('meine-daten.html'));
  });
  // The page can be read without the portal.
  await page.goto('about:blank');
  await page.setContent(html);
  await atEachSize(page, [phone, desktop], async ({ width }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Meine Daten bei /);
    await expect(page.getByText('Fachkraft für Lagerlogistik')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

test('20 minutes after signing in, an export asks for the password; a wrong one is reported [13.8] [13.10]', async ({
  page,
}) => {
  const { sessionId, password } = await registerParticipant(page);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), sessionId);
  await withDatabase((db) =>
    sql`
      UPDATE session SET created_at = created_at - interval '20 minutes'
      WHERE id_hash = sha256(convert_to(${sessionId}, 'UTF8'))
    `.execute(db),
  );
  await page.goto('/einstellungen');
  await downloadButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Bist du es wirklich?' });
  const passwordField = dialog.getByLabel('Passwort', { exact: true });
  await expect(passwordField).toBeFocused();
  await page.keyboard.type('Falsch-2026!');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Das Passwort stimmt nicht.')).toBeVisible();
  await expect(passwordField).toBeFocused();
  await expectAccessible(page);
  await passwordField.fill(password);
  const download = page.waitForEvent('download');
  await tabTo(page, dialog.getByRole('button', { name: 'Herunterladen' }));
  await page.keyboard.press('Enter');
  await download;
  await expect(dialog).toBeHidden();
  await expect(downloadButton(page)).toBeFocused();
});

test('a refused export is reported beside its button [13.10]', async ({ page }) => {
  await actAsNewParticipant(page);
  await page.goto('/einstellungen');
  await mockRefusal(page, 'participant/exportOwnData', 'Gerade nicht.');
  await downloadButton(page).click();
  await expect(exportSection(page).getByText('Gerade nicht.')).toBeVisible();
});
