import { expect, type Page } from '@playwright/test';
import { beDemo, beNewParticipant } from './people.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const notice = (page: Page) => page.getByText('Keine Verbindung.');
/** A mark on the document, which a new one would not have. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const marked = (page: Page) => page.locator('html[data-marked]');
/** A part of the product has come to the browser. */
const arrived = (page: Page, part: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .join(' '),
      ),
    )
    .toContain(`/assets/${part}-`);
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menü öffnen' }).click();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' });

test('what a tap needs is there without a connection: the menu opens, and a booking says that it did not go', async ({
  page,
  context,
}) => {
  await beNewParticipant(page, { docx: true });
  await page.goto('/booking?typ=einzel');
  await expect(page.getByRole('button', { name: 'Buchen' }).first()).toBeEnabled();
  await arrived(page, 'MenuDrawer');
  await arrived(page, 'Toasts');
  await arrived(page, 'ProfileEntries');
  await mark(page);

  await context.setOffline(true);
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Buchen' }).first().click();
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await openMenu(page);
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText('Termine buchen');
  await expect(page.getByRole('button', { name: 'Buchen' }).first()).toBeEnabled();

  await context.setOffline(false);
  await expect(notice(page)).toBeHidden();
  await expect(marked(page)).toBeAttached();
});

test('a part that is not there yet, and a page, come by themselves once there is a connection', async ({
  page,
  context,
}) => {
  await beDemo(page, 'teilnehmer');
  await page.route('**/assets/MenuDrawer-*.js', (route) => route.abort());
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await mark(page);
  await context.setOffline(true);
  await openMenu(page);
  await expect(notice(page)).toBeVisible();
  await expect(heading(page)).toHaveText('Termine buchen');
  await page.unroute('**/assets/MenuDrawer-*.js');
  await context.setOffline(false);
  await expect(menu(page)).toBeVisible();
  await expect(notice(page)).toBeHidden();

  await context.setOffline(true);
  await menu(page).getByRole('link', { name: 'Meine Unterlagen' }).click();
  await expect(menu(page)).toBeHidden();
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL('/booking');
  await context.setOffline(false);
  await expect(heading(page)).toHaveText('Meine Unterlagen');
  await expect(marked(page)).toBeAttached();
});

test('a cancellation without a connection says that it did not go, and nothing is lost', async ({ page, context }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/appointments');
  await expect(page.getByRole('button', { name: 'Stornieren' }).first()).toBeVisible();
  await arrived(page, 'Toasts');
  await mark(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Stornieren' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Termin Stornieren' });
  await dialog.getByPlaceholder('Dies ist optional...').fill('Krank');
  await dialog.getByRole('button', { name: 'Termin stornieren' }).click();
  await expect(toastOf(page, 'Stornierung ist fehlgeschlagen!')).toBeVisible();
  await expect(dialog.getByPlaceholder('Dies ist optional...')).toHaveValue('Krank');
  await expect(marked(page)).toBeAttached();
});

test('a server that does not answer is waited for, and looked for at once where somebody wants it', async ({
  page,
}) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await mark(page);
  await page.clock.install();
  await page.route('**/*', (route) => route.abort());
  await openMenu(page);
  await expect(notice(page)).toBeVisible();
  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Jetzt versuchen' }).click();
  await expect(menu(page)).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await expect(marked(page)).toBeAttached();
});

test('where a newer build has come, the page is loaded anew', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await mark(page);
  // Of a newer build: the old parts are gone, and the documents name other ones.
  await page.route('**/assets/MenuDrawer-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-newer.js"></script>' }),
  );
  const loaded = page.waitForEvent('load');
  await openMenu(page);
  await loaded;
  await expect(marked(page)).toHaveCount(0);
  await expect(page).toHaveURL('/booking');
  await expect(heading(page)).toHaveText('Termine buchen');
});
