import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { signInDemo } from './people.ts';

async function be(page: Page, account: string) {
  const session = await signInDemo(page, account);
  await page.addInitScript((id) => localStorage.setItem('sessionId', id), session);
}
const tiles = (page: Page) => page.getByRole('button', { name: /von 5 Sternen/ });

test('a coach reads own ratings: stars, feedback, five a page, by range and stars', async ({ page }) => {
  await be(page, 'coach');
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
  await be(page, 'coach');
  await page.goto('/ratingOverview');
  await expect(tiles(page)).toHaveCount(5);
  await page.getByLabel('Sterne bis').click();
  await page.getByRole('option', { name: '1' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/sterneBis=1/);
  await expect(tiles(page)).toHaveCount(0);
});

test('an admin chooses a coach and reads free text and topics, too', async ({ page }) => {
  await be(page, 'admin');
  await page.goto('/ratingOverview');
  await page.getByLabel('Coach').click();
  await page.getByRole('option', { name: 'Katharina Brandt' }).click();
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(/coach=\d+/);
  await expect(tiles(page).first()).toContainText('Katharina Brandt');
  await tiles(page).first().click();
  await expect(page.getByText('Besprochene Themen')).toBeVisible();
  await expectAccessible(page);
});
