import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { addDays, dateOf } from '../../src/shared/berlin.ts';
import { expectAccessible } from './axe.ts';
import { chooseByKeyboard } from './keys.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

// axe checks several hundred elements on these pages.
test.describe.configure({ timeout: 120_000 });

const today = dateOf(new Date());
const statusNames = ['Gebucht', 'Versäumt', 'Storniert', 'Durchgeführt', 'Frei'];
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name} \\(`) });
const countOf = async (page: Page, name: string) =>
  Number(/\((\d+)\)/.exec(await page.getByText(new RegExp(`^${name} \\(`)).innerText())?.[1]);

test('an admin filters, counts and exports appointments; the URL keeps the filters [9.4] [9.5]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'Auswertung', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Suchen' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Suchen' })).toHaveAccessibleDescription(
    'Bitte wähle einen Coach aus.',
  );
  await expectAccessible(page);

  await page.getByRole('combobox', { name: 'Coach' }).fill('brandt');
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(new RegExp(`coach=\\d+&von=${addDays(today, -30)}&bis=${addDays(today, 30)}`));
  for (const name of ['Gebucht', 'Versäumt', 'Storniert']) await expect(checkbox(page, name)).toBeChecked();
  for (const name of ['Durchgeführt', 'Frei']) await expect(checkbox(page, name)).not.toBeChecked();
  await expectAccessible(page);

  const counts = await Promise.all(statusNames.map((name) => countOf(page, name)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  await expect(page.getByText(new RegExp(`: ${total} Termine,`))).toBeVisible();
  for (const name of ['Gebucht', 'Versäumt', 'Storniert']) await checkbox(page, name).uncheck();
  await expect(page.getByText('Keine Termine gefunden')).toBeVisible();
  await checkbox(page, 'Durchgeführt').check();
  await expect(page).toHaveURL(/status=durchgefuehrt/);
  const table = page.getByRole('table', { name: 'Termine' });
  await expect(table.getByRole('row').nth(1)).toContainText('Durchgeführt');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
  const csv = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(csv).toMatch(/^\uFEFFdate,status,startTime,endTime,lastName,firstName,phone,email\r\n/);
  const lines = csv.trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(counts[statusNames.indexOf('Durchgeführt')] ?? 0);
  for (const line of lines) expect(line).toMatch(/^\d\d\.\d\d\.\d{4},Durchgeführt,\d\d:\d\d,\d\d:\d\d,/);

  await checkbox(page, 'Frei').check();
  await page.getByRole('button', { name: 'Zu Seite 2', exact: true }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Seite 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(checkbox(page, 'Frei')).toBeChecked();
});

test('the ratings of a coach are shown as bars or as a table, with the topics counted [6.7]', async ({ page }) => {
  await actAsDemo(page, 'admin');
  await page.goto('/analytics');
  await chooseByKeyboard(page.getByRole('combobox', { name: 'Coach' }), 'brandt');
  await page.getByRole('button', { name: 'Suchen' }).click();
  const ratings = page.getByRole('region', { name: 'Bewertungen' });
  const statementHeading = ratings.getByRole('heading', { name: 'Der Coach war wertschätzend und professionell.' });
  await expect(statementHeading).toBeVisible();
  await expect(ratings.getByText('5 Sterne', { exact: true })).toHaveCount(6);
  await expect(ratings.getByRole('region', { name: 'Besprochene Themen' }).getByRole('listitem').first()).toHaveText(
    /\w+ \d+$/,
  );
  await ratings.getByRole('switch', { name: 'Als Tabelle' }).click();
  const table = ratings.getByRole('table', { name: 'Sterne je Aussage' });
  await expect(table.getByRole('rowheader')).toHaveCount(7);
  await expect(table.getByRole('rowheader').last()).toHaveText('Alle Aussagen');
  await expectAccessible(page);
});

test('the admin’s overview of ratings shows the analytics above the list, under the same filters [6.7]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/ratingOverview');
  const analyticsRegion = page.getByRole('region', { name: 'Auswertung' });
  await expect(analyticsRegion.getByText(/^\d+ Bewertungen$/)).toBeVisible();
  const ratingCount = Number.parseInt(await analyticsRegion.getByText(/^\d+ Bewertungen$/).innerText(), 10);
  await expect(page.getByText(`von ${ratingCount}`)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('textbox', { name: 'Teilnehmer:in' }).fill('niemandheisstso');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/name=niemandheisstso/);
  await expect(page.getByText('Keine Bewertungen gefunden.')).toBeVisible();
  await expect(analyticsRegion.getByText('0 Bewertungen')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Auswertung' }).press('Enter');
  await expect(analyticsRegion).toBeHidden();
});

test('a coach sees no analytics, and can open none of the admins’ lists [6.7]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/ratingOverview');
  await expect(page.getByRole('row', { name: /von 5 Sternen/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Auswertung' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Teilnehmer:in' })).toHaveCount(0);
  for (const path of ['/analytics', '/coachlist']) {
    await page.goto(path);
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Als CSV exportieren' })).toHaveCount(0);
  }
});

test('on a phone the analytics are shown as cards, and nothing overflows the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await actAsDemo(page, 'admin');
  await page.goto('/analytics');
  await chooseByKeyboard(page.getByRole('combobox', { name: 'Coach' }), 'brandt');
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page.getByRole('list', { name: 'Termine' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('switch', { name: 'Als Tabelle' }).click();
  await expect(page.getByRole('list', { name: 'Sterne je Aussage' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});
