import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { mockAnswer, failCall } from './mocked-answers.ts';
import { expectAccessible } from './axe.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';
import { loadErrorNotice } from './toasts.ts';

test('an admin sees the key figures as charts and as tables, and saves them as a spreadsheet [16.1] [16.8]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/steering');
  await expect(page.getByRole('heading', { name: 'Auslastung', exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /Tage im Median/ })).toBeVisible();
  await expect(page.getByText('Jeden Morgen um 6 Uhr wird gezählt')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Diagramme als Tabellen zeigen' }).press('Space');
  await expect(page).toHaveURL(/ansicht=tabelle/);
  await expect(page.getByRole('table', { name: 'Nächster freier Termin' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Auslastung der Coaches' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Auslastung nach Wochentag und Stunde' })).toBeVisible();
  await expectAccessible(page);

  const downloadPromise = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Als Excel exportieren' }).click();
  expect((await downloadPromise).suggestedFilename()).toMatch(/^steuerung-.*\.xlsx$/);
  // The spreadsheet is a ZIP file, which begins with 'PK'.
  expect((await readFile(await (await downloadPromise).path())).subarray(0, 2).toString()).toBe('PK');
});

test('a new portal says that nothing has been counted; a failed load can be retried [16.1]', async ({ page }) => {
  const emptyShare = { count: 0, of: 0, share: null };
  await actAsDemo(page, 'admin');
  await mockAnswer(page, 'admin/getSteering', {
    meta: { status: 'success' },
    data: {
      availability: { counted: 0, daysUntil: null, within14: null, within28: null, days: [] },
      utilisation: { total: emptyShare, coaches: [], hours: [] },
      missed: emptyShare,
      lateCancellations: emptyShare,
      byCoach: emptyShare,
      reschedules: emptyShare,
      documents: emptyShare,
      waitingUnmet: 0,
      daysToFirstCoaching: { people: 0, median: null },
      ratings: { ratings: 0, mean: null, means: [] },
      topics: [],
    },
  });
  await page.goto('/steering');
  await expect(page.getByText('In diesem Zeitraum wurde noch nicht gezählt.')).toBeVisible();
  await expect(page.getByText('zu wenige')).toHaveCount(2);
  await expectAccessible(page);

  await failCall(page, 'admin/getSteering', 'a broken server');
  await page.goto('/steering?von=2026-01-01&bis=2026-03-31');
  await expect(loadErrorNotice(page, 'schiefgelaufen')).toBeVisible();
  await expectAccessible(page);
});
