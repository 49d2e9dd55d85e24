import { expect, type Page } from '@playwright/test';
import { actAsDemo, actAsNewParticipant } from './people.ts';
import { preferSlotCards } from './slots.ts';
import { test } from './test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY);
/** Marks the document, to see later whether it has been reloaded. */
const markDocument = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
const markedDocument = (page: Page) => page.locator('html[data-marked]');

test('a new page starts at its top, and going back restores the position, without reloading [1.13]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await preferSlotCards(page);
  // No slot is reserved for a new participant. A reserved slot would move the list when it is loaded.
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await markDocument(page);
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(page.getByRole('link', { name: 'Meine Unterlagen' })).toBeVisible();
  const positionBefore = await scrollPosition(page);
  expect(positionBefore).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Meine Unterlagen' }).click();
  await expect(heading(page)).toHaveText('Meine Unterlagen');
  expect(await scrollPosition(page)).toBe(0);
  await page.goBack();
  await expect(heading(page)).toHaveText('Termine buchen');
  await expect.poll(() => scrollPosition(page)).toBe(positionBefore);
  await page.goForward();
  await expect(heading(page)).toHaveText('Meine Unterlagen');
  await expect(heading(page)).toBeFocused();
  await expect(markedDocument(page)).toBeAttached();
});

test('a reload keeps the position, also if the list loads late; a typed address starts at the top [1.13]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await preferSlotCards(page);
  // No slot is reserved for a new participant. A reserved slot would be shown above the list.
  await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/booking?anzahl=20');
  await expect(page.locator('[data-entry]').nth(10)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  await expect.poll(() => scrollPosition(page)).toBe(1500);
  /** Expects that another address starts at the top, and that going back from it restores the position. */
  const goElsewhereAndBack = async () => {
    await page.goto('/files');
    await expect(heading(page)).toHaveText('Meine Unterlagen');
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    expect(await scrollPosition(page)).toBe(0);
    await page.goBack();
    await expect.poll(() => scrollPosition(page)).toBe(1500);
  };
  await page.reload();
  await expect(page.locator('[data-entry]').nth(10)).toBeAttached();
  await expect.poll(() => scrollPosition(page)).toBe(1500);
  await goElsewhereAndBack();

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/appointment/bookable.php', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('main').getByText('Lädt...')).toBeAttached();
  expect(await scrollPosition(page)).toBeLessThan(1500);
  release();
  await expect(page.locator('[data-entry]').nth(10)).toBeAttached();
  await expect.poll(() => scrollPosition(page)).toBe(1500);
  await goElsewhereAndBack();
});

test('a user who scrolls while the list is loading stays at their position', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await preferSlotCards(page);
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking?anzahl=20');
  await expect(page.locator('[data-entry]').nth(10)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1500));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/appointment/bookable.php', async (route) => {
    await released;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('main').getByText('Lädt...')).toBeAttached();
  await page.keyboard.press('Home');
  await expect.poll(() => scrollPosition(page)).toBe(0);
  release();
  await expect(page.locator('[data-entry]').nth(10)).toBeVisible();
  expect(await scrollPosition(page)).toBe(0);
});

test('loading more slots, which changes the address, does not scroll the page to the top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  await preferSlotCards(page);
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking');
  const loadMoreButton = page.getByRole('button', { name: 'Mehr laden' });
  await loadMoreButton.click();
  await expect(page).toHaveURL('/booking?anzahl=10');
  expect(await scrollPosition(page)).toBeGreaterThan(0);
});

test('if a second page is requested while the first is loading, the second is shown', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/intern-participant');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/FilesPage-*.js', async (route) => {
    await released;
    await route.continue();
  });
  const pageRequest = page.waitForRequest('**/assets/FilesPage-*.js');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await page.getByRole('link', { name: 'Meine Unterlagen' }).click();
  await pageRequest;
  // Meanwhile the previous page stays, and so does its address.
  await expect(page).toHaveURL('/intern-participant');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await page.getByRole('link', { name: 'Meine Termine' }).click();
  await expect(heading(page)).toHaveText('Meine Termine');
  const pageResponse = page.waitForResponse('**/assets/FilesPage-*.js');
  release();
  await pageResponse;
  await expect(page).toHaveURL('/appointments');
  await page.goBack();
  await expect(page).toHaveURL('/intern-participant');
});

test('on a slow phone, a tapped entry of the bar is marked until its page comes [1.4]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'teilnehmer');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/FilesPage-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/intern-participant');
  const entry = page.getByRole('navigation', { name: 'Dein Bereich' }).getByRole('link', { name: 'Unterlagen' });
  const readColors = () =>
    entry.evaluate((link) => [getComputedStyle(link).backgroundColor, getComputedStyle(link).color]);
  const [background, color] = await readColors();
  await entry.click();
  await page.mouse.move(0, 0);
  await expect.poll(readColors).not.toContain(color);
  expect(await readColors()).not.toContain(background);
  await expect(page.getByRole('status').filter({ hasText: 'Lädt...' })).toBeVisible();
  release();
  await expect(heading(page)).toHaveText('Meine Unterlagen');
  await expect.poll(readColors).toContain(background);
});

test('a Ctrl+click on a link opens a new tab', async ({ page, context }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking');
  const newTabPromise = context.waitForEvent('page');
  const logo = page.getByRole('link', { name: 'Zur Startseite' });
  await expect(logo).toHaveAttribute('href', '/intern-participant');
  await logo.click({ modifiers: ['Control'] });
  await expect(await newTabPromise).toHaveURL('/intern-participant');
  await expect(page).toHaveURL('/booking');
});

test('a link to the current page adds no second entry to the history', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/intern-participant');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  const linkToCurrentPage = page
    .getByRole('navigation', { name: 'Hauptmenü' })
    .getByRole('link', { name: 'Willkommen' });
  await expect(linkToCurrentPage).toHaveAttribute('aria-current', 'page');
  const historyLengthBefore = await page.evaluate(() => window.history.length);
  await linkToCurrentPage.click();
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden();
  expect(await page.evaluate(() => window.history.length)).toBe(historyLengthBefore);
});

test('capitals and a trailing slash in an address make no difference', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/Booking/');
  await expect(heading(page)).toHaveText('Termine buchen');
  await expect(page).toHaveTitle(/^Termine buchen/);
});

test('going back closes the sign-in dialog or the menu first, then leaves the page [1.12]', async ({ page }) => {
  await page.goto('/booking');
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('main').getByRole('button', { name: 'Zur Anmeldung' }).click();
  await expect(page.getByRole('dialog', { name: 'Anmeldung' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/booking');

  await page.goForward();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeHidden();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/booking');
});

test('on a phone, the open filter of the free slots is still open after going back [4.14]', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await actAsDemo(page, 'teilnehmer');
  await page.goto('/booking');
  const filterButton = page.getByRole('button', { name: /^Filter/ });
  await filterButton.click();
  await expect(page.getByRole('button', { name: 'Termine zeigen' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Dein Bereich' }).getByRole('link', { name: 'Termine' }).click();
  await expect(page).toHaveURL('/appointments');
  await page.goBack();
  await expect(filterButton).toHaveAttribute('aria-expanded', 'true');
});

test('the logo leads an admin to the own start page, and whoever is not signed in to the start page [1.4]', async ({
  page,
}) => {
  await page.goto('/barrierefreiheit');
  await page.getByRole('banner').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL('/');
  await actAsDemo(page, 'admin');
  await page.goto('/coachlist');
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL('/intern-admin');
});
