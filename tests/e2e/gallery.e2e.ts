import { expect } from '@playwright/test';
import { test } from './test.ts';

test('the built product has no Werkstatt: that page is served in development alone', async ({ page }) => {
  await page.goto('/werkstatt');
  await expect(page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeVisible();
});
