import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { collectLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { test } from './test.ts';

async function signIn(page: Page, email: string) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill('Demo-2026!');
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
}

test('the header shows its slogan and the footer its three columns [1.4] [1.5]', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toContainText('Unser schlägt für Bildung');
  await expect(page.getByRole('img', { name: 'Herz' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('30.000');
  await expect(footer).toContainText('200 Standorten');
  for (const name of ['Blog', 'Feedback geben', 'Bildungsgutschein', 'Impressum', 'AGB', 'Datenschutz']) {
    const link = footer.getByRole('link', { name });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
});

test('the menu has a section for each area that the user may enter [1.4]', async ({ page }) => {
  await signIn(page, 'teilnehmer@demo.example');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
  await expect(menu.getByRole('heading')).toHaveText(['Allgemein', 'Teilnehmer:inbereich']);
  const legalLinks = page.getByRole('dialog', { name: 'Menü' }).getByRole('region', { name: 'Rechtliches' });
  await expect(legalLinks.getByRole('link', { name: 'Datenschutz' })).toHaveAttribute('href', /datenschutz/);
  await menu.getByRole('link', { name: 'Meine Termine' }).click();
  await expect(page).toHaveURL('/appointments');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a menu that is opened while the next page loads stays open when the page arrives [1.4]', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/ParticipantWelcomePage-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, 'teilnehmer@demo.example');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
  await expect(menu).toBeVisible();
  release();
  // While the menu is open, `getByRole` does not find the heading.
  await expect(page.locator('main h1')).toContainText('Willkommen');
  await expect(page.locator('.open-menu')).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).toBeVisible();
});

test('the chosen theme is applied before the first paint of the next visit [1.6]', async ({ page }) => {
  await signIn(page, 'teilnehmer@demo.example');
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dunkles Design' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  // The application's code is blocked, so only the script that runs before the first paint can have set the attribute.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
});

test('an unknown address leads to the start page after a countdown, unless the user stops the countdown [1.9]', async ({
  page,
}) => {
  await page.goto('/gibt-es-nicht');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
  await expect(page).toHaveURL('/');
  await page.goto('/gibt-es-nicht');
  await page.getByRole('button', { name: 'Hier bleiben' }).click();
  await expect(page.getByText('Du bleibst hier.')).toBeVisible();
  // The pressed button has disappeared, so the link to the start page gets the focus.
  await expect(page.getByRole('main').getByRole('link', { name: 'Zur Startseite' })).toBeFocused();
  await page.goto('/gibt-es-nicht');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await expect(page.getByRole('dialog', { name: 'Anmeldung' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Du bleibst hier.')).toBeVisible();
});

test('/logout signs out [3.8]', async ({ page }) => {
  await signIn(page, 'teilnehmer@demo.example');
  await page.goto('/logout');
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
});

test('/logout of a coach starts without the menu at the side, so that nothing moves when it has signed out [3.8]', async ({
  page,
}) => {
  await signIn(page, 'coach@demo.example');
  await collectLayoutShifts(page);
  await page.goto('/logout');
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { shift, movedElements } = await sumLayoutShifts(page);
  expect(shift, movedElements).toBeLessThanOrEqual(0.02);
});

test('a page whose code cannot be loaded says so and links to the start page', async ({ page }) => {
  await page.route('**/assets/ProfilePage-*.js', (route) => route.abort());
  await signIn(page, 'teilnehmer@demo.example');
  await page.goto('/profile');
  await expect(page.getByRole('alert')).toContainText('Da ist etwas schiefgelaufen. Bitte versuche es später erneut.');
  await expect(page.getByRole('button', { name: 'Zur Startseite' })).toBeVisible();
});

test('if the code that shows messages cannot be loaded, the page stays and loads it later [1.9]', async ({ page }) => {
  await page.route('**/assets/Toasts-*.js', (route) => route.abort());
  await signIn(page, 'teilnehmer@demo.example');
  const chunkFailure = page.waitForEvent('console', (message) => message.text() === 'Loading chunk Toasts failed');
  await page.clock.install();
  await page.goto('/profile');
  await chunkFailure;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil');
  await page.unroute('**/assets/Toasts-*.js');
  // The page requests the code again after half a minute.
  await page.clock.runFor('00:31');
  await expect(page.getByRole('region', { name: 'Meldungen' })).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil');
});

test('axe finds no violations on the public pages and in the sign-in dialog [1.14]', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Jetzt registrieren' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/registrierung-bestaetigen?token=x');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
});
