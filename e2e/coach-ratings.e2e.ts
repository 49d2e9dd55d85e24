import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { beDemo } from './people.ts';
import { test } from './test.ts';

const tiles = (page: Page) => page.getByRole('button', { name: /von 5 Sternen/ });

test('a coach reads own ratings: stars, feedback, five a page, by range and stars', async ({ page }) => {
  await beDemo(page, 'coach');
  await page.goto('/ratingOverview');
  await expect(page.getByRole('heading', { name: 'Deine Bewertungen', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Coach')).toHaveCount(0);
  await expect(tiles(page)).toHaveCount(5);
  await expectAccessible(page);

  await tiles(page).first().click();
  await expect(page.getByText('Persönliches Feedback')).toBeVisible();
  await expect(page.getByText('Der Coach war wertschätzend und professionell.')).toBeVisible();
  await expect(page.getByText('Besprochene Themen')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Zu Seite 2' }).click();
  await expect(page).toHaveURL(/seite=2/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Seite 2', exact: true })).toHaveAttribute('aria-current', 'page');

  await page.goto('/ratingOverview?von=2020-01-01&bis=2020-01-31');
  await expect(page.getByText('Keine Bewertungen gefunden.')).toBeVisible();
  await expectAccessible(page);
});

test('a search keeps its filters in the address', async ({ page }) => {
  await beDemo(page, 'coach');
  await page.goto('/ratingOverview');
  await expect(tiles(page)).toHaveCount(5);
  await page.getByLabel('Sterne bis').click();
  await page.getByRole('option', { name: '1' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/sterneBis=1/);
  await expect(tiles(page)).toHaveCount(0);
});

test('without both days there is no search, nor with days in the wrong order', async ({ page }) => {
  await beDemo(page, 'coach');
  await page.goto('/ratingOverview?von=2026-02-01&bis=2026-02-28');
  const search = page.getByRole('button', { name: 'Suchen' });
  await expect(search).toBeEnabled();
  await page.getByRole('group', { name: 'Enddatum' }).getByRole('spinbutton').first().click();
  await page.keyboard.type('31012026');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Das Enddatum muss nach dem Startdatum liegen').first()).toBeVisible();
  await expect(search).toBeDisabled();
  await page.getByRole('group', { name: 'Enddatum' }).getByRole('spinbutton').first().click();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Tab');
  await expect(search).toHaveAccessibleDescription('Bitte gib ein vollständiges Datum ein.');
  await expect(search).toBeDisabled();
});

test('an admin chooses a coach and reads free text and topics, too', async ({ page }) => {
  // axe looks at several hundred elements here, by day and by night.
  test.slow();
  await beDemo(page, 'admin');
  await page.goto('/ratingOverview');
  await page.getByLabel('Coach').click();
  await expect(page.getByRole('option').first()).toHaveText('Alle');
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/coach=\d+/);
  await expect(tiles(page).first()).toContainText('Katharina Brandt');
  await tiles(page).first().click();
  await expect(page.getByRole('term').getByText('Besprochene Themen')).toBeVisible();
  await expectAccessible(page);
});
