import { expect, type Page } from '@playwright/test';
import { getToday, getWelcomeData } from '../../src/features/dashboard/contract.ts';
import { expectAccessible } from './axe.ts';
import { atEachSize, desktop } from './devices.ts';
import { tabToAndPressEnter } from './keys.ts';
import { collectLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { goToPage } from './menu.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' });
const sectionButton = (page: Page, name: string) => menu(page).getByRole('button', { name, exact: true });
const openButton = (page: Page) => page.getByRole('button', { name: 'Menü öffnen' });

test.use({ viewport: desktop });

test('an admin has the menu at the side, with the admin section open and the current page marked [1.4]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/dashboard');
  await expect(menu(page).getByRole('button')).toHaveText([
    'Adminbereich',
    'Allgemein',
    'Teilnehmer:inbereich',
    'Coachbereich',
  ]);
  await expect(sectionButton(page, 'Adminbereich')).toHaveAttribute('aria-expanded', 'true');
  await expect(sectionButton(page, 'Coachbereich')).toHaveAttribute('aria-expanded', 'false');
  await expect(menu(page).locator('[aria-current="page"]')).toHaveText(['Dashboard']);
  await expect(openButton(page)).toBeHidden();
  await expectAccessible(page);
  const adminSection = menu(page).getByRole('list', { name: 'Adminbereich' });
  await expect(adminSection.getByRole('list').first().getByRole('link')).toHaveText([
    'Willkommen',
    'Dashboard',
    'Kalender',
  ]);
  for (const group of ['Heute', 'Termine', 'Menschen', 'Zahlen', 'Betrieb'])
    await expect(adminSection.getByRole('list', { name: group })).toBeVisible();
  // On a screen of 900 px, the whole menu is in sight.
  const lastSection = sectionButton(page, 'Coachbereich');
  await expect(lastSection).toBeInViewport({ ratio: 1 });
  await goToPage(page, 'Tagesplan', 'Coachbereich');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tagesplan');
});

test('the device remembers which sections are open and whether the menu is shown [1.4]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/intern-coach');
  await tabToAndPressEnter(page, sectionButton(page, 'Allgemein'));
  await page.reload();
  await expect(menu(page).getByRole('link', { name: 'Profil' })).toBeVisible();

  await tabToAndPressEnter(page, page.getByRole('button', { name: 'Menü einklappen' }));
  await expect(menu(page)).toBeHidden();
  await expect(openButton(page)).toBeFocused();
  await page.reload();
  await expect(openButton(page)).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await tabToAndPressEnter(page, openButton(page));
  await expect(page.getByRole('button', { name: 'Menü einklappen' })).toBeFocused();
  await expect(menu(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('at widths without a rail the drawer has the admin’s section first, and the others folded [1.4]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  const sizes = [
    { width: 1024, height: 768 },
    // 1440 × 900 at 400 % zoom.
    { width: 360, height: 225 },
    { width: 1280, height: 400 },
  ];
  await atEachSize(page, sizes, async () => {
    await page.goto('/dashboard');
    await expect(openButton(page)).toBeVisible();
    await expect(menu(page)).toBeHidden();
    await openButton(page).click();
    const drawer = page.getByRole('dialog', { name: 'Menü' });
    await expect(drawer.getByRole('heading')).toHaveText([
      'Adminbereich',
      'Allgemein',
      'Teilnehmer:inbereich',
      'Coachbereich',
    ]);
    await expect(drawer.getByRole('button', { expanded: true })).toHaveText(['Adminbereich']);
    await expect(drawer.getByRole('link', { name: 'Tagesplan' })).toBeHidden();
    await expectAccessible(page);
    await drawer.getByRole('button', { name: 'Coachbereich' }).click();
    await drawer.getByRole('link', { name: 'Tagesplan' }).click();
    await expect(page).toHaveURL('/daily-plan');
    await expect(drawer).toBeHidden();
    // Otherwise the device would remember the section that was opened.
    await page.evaluate(() => localStorage.clear());
  });
});

test('a participant has the drawer and a three-column footer, even if an admin was signed in before', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.addInitScript(() => localStorage.setItem('staff', '1'));
  await page.goto('/profile');
  await expect(page.getByRole('main').getByRole('term').first()).toBeVisible();
  await expect(openButton(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('30.000');
});

test('coaches and admins have a one-line footer with links to the configured legal pages [1.5]', async ({ page }) => {
  await actAsDemo(page, 'coach');
  await page.goto('/daily-plan');
  await expect(menu(page)).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link')).toHaveText(['Impressum', 'Datenschutz']);
  await expect(footer.getByText('30.000')).toBeHidden();
  expect((await footer.boundingBox())?.height).toBeLessThan(64);
});

test('space for the menu is reserved before any script runs, so that nothing moves on the next visit [1.17]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/mails');
  await expect(menu(page)).toBeVisible();
  const readHeadingLeft = () =>
    page.getByRole('heading', { level: 1 }).evaluate((title) => title.getBoundingClientRect().left);
  const leftBefore = await readHeadingLeft();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('.prerendered')).toBeAttached();
  expect(await readHeadingLeft()).toBe(leftBefore);
});

test('a short page does not scroll, and nothing moves when the content of a page arrives late [1.4] [10.1]', async ({
  page,
}) => {
  await actAsDemo(page, 'admin');
  await page.goto('/calendar-admin');
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);

  await collectLayoutShifts(page);
  const welcomeResponse = page.waitForResponse(`**/${getWelcomeData.path}.php`);
  await page.route(`**/${getToday.path}.php`, async (route) => {
    await welcomeResponse;
    await route.continue();
  });
  await page.goto('/intern-admin');
  await expect(page.getByRole('heading', { name: 'Letzten 5 Bewertungen' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { shift, movedElements } = await sumLayoutShifts(page);
  expect(shift, movedElements).toBeLessThanOrEqual(0.02);
});
