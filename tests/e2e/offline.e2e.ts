import { expect, type Page } from '@playwright/test';
import { atEachSize, phone } from './devices.ts';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { bookOnCard } from './slots.ts';
import { test } from './test.ts';
import { toastOf } from './toasts.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const notice = (page: Page) => page.getByText('Keine Verbindung.');
/** Marks the document, to see later whether it has been reloaded. */
const markDocument = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const markedDocument = (page: Page) => page.locator('html[data-marked]');
/** Waits until the browser has loaded the script with this name. */
const waitForScript = (page: Page, name: string) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map((entry) => entry.name)
          .join(' '),
      ),
    )
    .toContain(`/assets/${name}-`);
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menü öffnen' }).click();
const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' });

test('taps work without a connection: the menu opens, and a booking is reported as failed [1.11]', async ({
  page,
  context,
}) => {
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking?typ=einzel');
  await expect(page.getByRole('button', { name: 'Buchen' }).first()).toBeEnabled();
  await waitForScript(page, 'MenuDrawer');
  await waitForScript(page, 'Toasts');
  await waitForScript(page, 'ProfileEntries');
  await waitForScript(page, 'LastMinuteDialog');
  await markDocument(page);

  await context.setOffline(true);
  await expect(notice(page)).toBeVisible();
  await bookOnCard(page, page.locator('[data-entry]').first());
  await expect(toastOf(page, 'Termine konnten nicht geladen werden!')).toBeVisible();
  await openMenu(page);
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page)).toHaveText('Termine buchen');
  await expect(page.getByRole('button', { name: 'Buchen' }).first()).toBeEnabled();

  await context.setOffline(false);
  await expect(notice(page)).toBeHidden();
  await expect(markedDocument(page)).toBeAttached();
});

test('a menu or a page that was not loaded yet appears automatically once there is a connection [1.11]', async ({
  page,
  context,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.route('**/assets/MenuDrawer-*.js', (route) => route.abort());
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await markDocument(page);
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
  await expect(markedDocument(page)).toBeAttached();
});

test('the focus stays visible when the connection is lost, at every size of the screen', async ({ page, context }) => {
  await actAsDemo(page, 'neu');
  await page.goto('/change-password');
  const field = page.getByLabel('Neues Passwort wiederholen');
  const readNoticeTop = async () => (await page.locator('.lost').boundingBox())?.y ?? 0;
  const readFieldBottom = () => field.evaluate((input) => input.getBoundingClientRect().bottom);
  await atEachSize(page, [{ width: 320, height: 256 }, { width: 740, height: 360 }, phone], async ({ height }) => {
    await field.focus();
    // The field is scrolled to the bottom edge of the screen.
    await field.evaluate((input) => scrollBy(0, input.getBoundingClientRect().bottom - innerHeight));
    await context.setOffline(true);
    await expect(notice(page)).toBeVisible();
    await expect.poll(async () => (await readFieldBottom()) <= (await readNoticeTop()) + 1).toBe(true);
    // More than half of the screen is left for the page, and the end of the page can be reached.
    expect(await readNoticeTop()).toBeGreaterThan(height / 2);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const footer = page.getByRole('contentinfo');
    const pageBottom = await footer.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(pageBottom).toBeLessThanOrEqual((await readNoticeTop()) + 1);
    await context.setOffline(false);
    await expect(notice(page)).toBeHidden();
  });
});

test('a cancellation without a connection is reported as failed, and the dialog keeps the typed reason', async ({
  page,
  context,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/appointments');
  await expect(page.getByRole('button', { name: 'Stornieren' }).first()).toBeVisible();
  await waitForScript(page, 'Toasts');
  await waitForScript(page, 'CancelDialog');
  await markDocument(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Stornieren' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Termin Stornieren' });
  await dialog.getByPlaceholder('Dies ist optional...').fill('Krank');
  await dialog.getByRole('button', { name: 'Termin stornieren' }).click();
  await expect(toastOf(page, 'Stornierung ist fehlgeschlagen!')).toBeVisible();
  await expect(dialog.getByPlaceholder('Dies ist optional...')).toHaveValue('Krank');
  await expect(markedDocument(page)).toBeAttached();
});

test('while the server does not answer, the page waits, and retries immediately at the user’s request [1.11]', async ({
  page,
}) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await markDocument(page);
  await page.clock.install();
  await page.route('**/*', (route) => route.abort());
  await openMenu(page);
  await expect(notice(page)).toBeVisible();
  await page.unroute('**/*');
  await page.getByRole('button', { name: 'Jetzt versuchen' }).click();
  await expect(menu(page)).toBeVisible();
  await expect(notice(page)).toBeHidden();
  await expect(markedDocument(page)).toBeAttached();
});

test('if there is a newer build, the page is reloaded', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await markDocument(page);
  // Simulates a newer build: the old files are gone, and the page refers to new ones.
  await page.route('**/assets/MenuDrawer-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-newer.js"></script>' }),
  );
  const reloadPromise = page.waitForEvent('load');
  await openMenu(page);
  await reloadPromise;
  await expect(markedDocument(page)).toHaveCount(0);
  await expect(page).toHaveURL('/booking');
  await expect(heading(page)).toHaveText('Termine buchen');
});
