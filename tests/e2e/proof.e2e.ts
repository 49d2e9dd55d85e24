import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

/** Downloads the proof of attendance, and returns its first five bytes. */
async function downloadProofHeader(page: Page) {
  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Teilnahmenachweis (PDF)' }).click();
  return (await readFile(await (await downloadPromise).path())).subarray(0, 5).toString();
}

test('participants and admins download the proof of attendance of past appointments [15.3]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/appointments');
  expect(await downloadProofHeader(page)).toBe('%PDF-');
  await expectAccessible(page);

  await actAsDemo(page, 'admin');
  await page.goto('/search-participant-admin?suche=teilnehmer@demo.example');
  await expect(page.getByRole('button', { name: /^Details / })).toHaveAttribute('aria-expanded', 'true');
  expect(await downloadProofHeader(page)).toBe('%PDF-');
});
