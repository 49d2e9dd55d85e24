import { expect } from '@playwright/test';
import { test } from './test.ts';

test('the production build has no gallery, which is served only in development', async ({ page }) => {
  await page.goto('/werkstatt');
  await expect(page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeVisible();
});
