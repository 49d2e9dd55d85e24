import { expect, type Page } from '@playwright/test';
import { beDemo } from './people.ts';
import { test } from './test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);
/** A mark on the document, which a new one would not have. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const marked = (page: Page) => page.locator('html[data-marked]');

test('a new page begins at its top, a step back comes to where one was, and neither loads the document anew', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await mark(page);
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(page.getByRole('link', { name: 'Meine Unterlagen' })).toBeVisible();
  const where = await scrolled(page);
  expect(where).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Meine Unterlagen' }).click();
  await expect(heading(page)).toHaveText('Meine Unterlagen');
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('Termine buchen');
  await expect.poll(() => scrolled(page)).toBe(where);
  await page.goForward();
  await expect(heading(page)).toHaveText('Meine Unterlagen');
  await expect(heading(page)).toBeFocused();
  await expect(marked(page)).toBeAttached();
});

for (const late of [false, true])
  test(`a reload keeps the place${late ? ', also where the list comes late' : ''}; a page that is typed in begins at its top`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await beDemo(page, 'teilnehmer');
    await page.goto('/booking?anzahl=20');
    await expect(page.locator('[data-entry]').nth(10)).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 1500));
    await expect.poll(() => scrolled(page)).toBe(1500);

    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    if (late)
      await page.route('**/appointment/bookable.php', async (route) => {
        await held;
        await route.continue();
      });
    await page.reload();
    if (late) {
      await expect(page.getByRole('main').getByText('Lädt...')).toBeAttached();
      expect(await scrolled(page)).toBeLessThan(1500);
      letGo();
    }
    await expect(page.locator('[data-entry]').nth(10)).toBeAttached();
    await expect.poll(() => scrolled(page)).toBe(1500);

    await page.goto('/files');
    await expect(heading(page)).toHaveText('Meine Unterlagen');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await scrolled(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => scrolled(page)).toBe(1500);
  });

test('whoever scrolls while the list is on its way stays where they went', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking?anzahl=20');
  await expect(page.locator('[data-entry]').nth(10)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/appointment/bookable.php', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('main').getByText('Lädt...')).toBeAttached();
  await page.keyboard.press('Home');
  await expect.poll(() => scrolled(page)).toBe(0);
  letGo();
  await expect(page.locator('[data-entry]').nth(10)).toBeVisible();
  expect(await scrolled(page)).toBe(0);
});

test('what is chosen in the address leaves the screen where it is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking');
  const more = page.getByRole('button', { name: 'Mehr laden' });
  await more.click();
  await expect(page).toHaveURL('/booking?anzahl=10');
  expect(await scrolled(page)).toBeGreaterThan(0);
});

test('of two pages that are asked for at once, the later one comes', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/intern-participant');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/FilesPage-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const slow = page.waitForRequest('**/assets/FilesPage-*.js');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await page.getByRole('link', { name: 'Meine Unterlagen' }).click();
  await slow;
  // The page that one comes from stays meanwhile, and its address too.
  await expect(page).toHaveURL('/intern-participant');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await page.getByRole('link', { name: 'Meine Termine' }).click();
  await expect(heading(page)).toHaveText('Meine Termine');
  const arrived = page.waitForResponse('**/assets/FilesPage-*.js');
  letGo();
  await arrived;
  await expect(page).toHaveURL('/appointments');
  await page.goBack();
  await expect(page).toHaveURL('/intern-participant');
});

test('a click with Ctrl opens a tab of its own', async ({ page, context }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Zur Startseite' }).click({ modifiers: ['Control'] });
  await expect(await opened).toHaveURL('/');
  await expect(page).toHaveURL('/booking');
});

test('a link to the page one is on leaves no second entry in the history', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/intern-participant');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  const own = page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Willkommen' });
  await expect(own).toHaveAttribute('aria-current', 'page');
  const before = await page.evaluate(() => window.history.length);
  await own.click();
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden();
  expect(await page.evaluate(() => window.history.length)).toBe(before);
});

test('capitals and a slash at its end make no other address', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/Booking/');
  await expect(heading(page)).toHaveText('Termine buchen');
  await expect(page).toHaveTitle(/^Termine buchen/);
});
