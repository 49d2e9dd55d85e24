import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mockRefusal } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { atEachSize, desktop, phone } from './devices.ts';
import { tabToAndPressEnter, tabTo } from './keys.ts';
import { startPortal } from './portal.ts';
import { test } from './test.ts';

test('anyone can read the legal pages, which are marked as examples [1.18]', async ({ page }) => {
  for (const [path, title, heading] of [
    ['/impressum', 'Impressum', 'Kontakt'],
    ['/datenschutz', 'Datenschutz', 'Deine Rechte'],
    ['/barrierefreiheit', 'Barrierefreiheit', 'Stand der Barrierefreiheit'],
  ] as const) {
    await page.goto(path);
    await atEachSize(page, [phone, desktop], async ({ width }) => {
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
      await expect(page.getByText('Beispieltext')).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
});

test('the footer links to the provider’s own pages, which are not marked as examples [1.5] [1.18]', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-legal-'));
  await writeFile(join(folder, 'b.md'), '# Barrierefreiheit\n\nUnsere Erklärung.');
  await writeFile(join(folder, 'portal.json'), JSON.stringify({ pages: { accessibility: 'b.md' } }));
  const portal = await startPortal({ PORTAL_FILE: join(folder, 'portal.json') });
  try {
    await page.goto(`${portal.url}/`);
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Barrierefreiheit' });
    await expect(link).toHaveAttribute('href', /\/barrierefreiheit$/);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' })).toHaveAttribute(
      'href',
      'https://provider.example/impressum',
    );
    await page.goto(`${portal.url}/barrierefreiheit`);
    await expect(page.getByText('Unsere Erklärung.')).toBeVisible();
    await expect(page.getByText('Beispieltext')).toHaveCount(0);
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true });
  }
});

test('a visitor reports a barrier by keyboard; if sending fails, the typed text is kept [1.19]', async ({ page }) => {
  await page.goto('/barrierefreiheit');
  const form = page.getByRole('region', { name: 'Eine Barriere melden' });
  const submitButton = form.getByRole('button', { name: 'Meldung senden' });
  await expect(submitButton).toBeDisabled();
  await tabTo(page, form.getByLabel('Was geht nicht?'));
  await page.keyboard.type('Der Kalender ist nicht bedienbar.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('nora');
  await page.keyboard.press('Tab');
  await expect(form.getByText('Bitte gib eine gültige Email Adresse ein')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('E-Mail (freiwillig)').fill('nora@e2e.example');
  await mockRefusal(page, 'public/reportBarrier', 'Gerade nicht.');
  await tabToAndPressEnter(page, submitButton);
  await expect(form.getByText('Gerade nicht.')).toBeVisible();
  await expect(form.getByLabel('Was geht nicht?')).toHaveValue('Der Kalender ist nicht bedienbar.');
  await page.unroute('**/api/service/public/reportBarrier.php');
  await tabToAndPressEnter(page, submitButton);
  await expect(form.getByText('Danke! Deine Meldung ist beim Team.')).toBeVisible();
  await expect(form.getByLabel('Was geht nicht?')).toHaveValue('');
});

test('anyone can read the licences of the libraries in the portal, by keyboard too [1.18]', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/lizenzen');
  await expect(page.getByRole('heading', { name: 'Lizenzen', level: 1 })).toBeVisible();
  const entry = page
    .getByRole('list', { name: 'Bestandteile' })
    .getByRole('listitem')
    .filter({ hasText: /^react \d/ });
  await entry.locator('summary').press('Enter');
  await expect(entry.getByText('Permission is hereby granted')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});
