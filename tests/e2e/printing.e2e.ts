import { expect, type Page } from '@playwright/test';
import { actAsDemo, findDemoCoaches } from './people.ts';
import { test } from './test.ts';

/** The area of an A4 sheet between its margins, in pixels. */
const printableArea = { width: 718, height: 1000 };

/** Shows the page as it is printed on A4. */
async function emulatePrint(page: Page) {
  await page.setViewportSize(printableArea);
  await page.emulateMedia({ media: 'print' });
}

test('lists and figures are printed as tables in which nothing is cut off, and a coach’s figures with the name [1.14]', async ({
  page,
}) => {
  const adminSession = await actAsDemo(page, 'admin');
  const [coach] = await findDemoCoaches(page, adminSession, 'Katharina Brandt');
  const screen = page.viewportSize() ?? printableArea;
  for (const [path, tableName] of [
    ['/booking-overview', 'Buchungen'],
    ['/coachlist', 'Coaches'],
    [`/analytics?coach=${coach.value}`, 'Termine'],
  ] as const)
    await test.step(path, async () => {
      await page.setViewportSize(screen);
      await page.emulateMedia({ media: 'screen' });
      await page.goto(path);
      await expect(page.getByRole('main').getByText(/\d+ (Buchungen gefunden|Coaches)|davon gezeigt/)).toBeVisible();
      await emulatePrint(page);
      const table = page.getByRole('table', { name: tableName });
      await expect(table.getByRole('row').nth(1)).toBeVisible();
      const cutOffTexts = await table
        .locator('td, th, .MuiChip-label')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map(({ textContent }) => textContent),
        );
      expect(cutOffTexts).toEqual([]);
      await expect(page.getByRole('button', { name: /bearbeiten|hinzufügen|exportieren|Seite/ })).toHaveCount(0);
    });
  // The last page is the coach's figures.
  await expect(page.getByText('Coach: Katharina Brandt')).toBeVisible();
});

test('a printed list names its coach and its dates', async ({ page }) => {
  await actAsDemo(page, 'coach');
  for (const path of ['/daily-plan', '/appointment-overview-coach']) {
    await page.goto(`${path}?von=2026-11-02&bis=2026-11-30`);
    await expect(page.getByText(/gefunden$/).first()).toBeVisible();
    await expect(page.getByText('Coach: Katharina Brandt')).toBeHidden();
    await emulatePrint(page);
    await expect(page.getByText('Coach: Katharina Brandt')).toBeVisible();
    await expect(page.getByText(/Vom 02\.11\.2026 bis 30\.11\.2026/)).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('in the dark theme a page is printed dark on white, and the screen is dark again afterwards', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await actAsDemo(page, 'admin');
  await page.goto('/appointment-overview-admin');
  const resultCount = page.getByText(/Termine? gefunden/);
  await expect(resultCount).toHaveCSS('color', 'rgb(185, 193, 200)');
  await emulatePrint(page);
  await expect(resultCount).toHaveCSS('color', 'rgb(82, 92, 104)');
  await expect(page.locator('[data-entry] th').first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen' });
  await expect(resultCount).toHaveCSS('color', 'rgb(185, 193, 200)');
});
