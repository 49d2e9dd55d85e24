import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from './test.ts';

async function enter(page: Page, email: string) {
  await page.goto('/');
  await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-Mail').fill(email);
  await dialog.getByRole('textbox', { name: 'Passwort' }).fill('Demo-2026!');
  await dialog.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
}

test('the header speaks its sentence and the footer its three columns', async ({ page }) => {
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

test('the menu has a section per role that the person may enter', async ({ page }) => {
  await enter(page, 'teilnehmer@demo.example');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' });
  await expect(menu.getByRole('heading')).toHaveText(['Allgemein', 'Teilnehmer:inbereich']);
  await menu.getByRole('link', { name: 'Meine Termine' }).click();
  await expect(page).toHaveURL('/appointments');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the chosen theme stands before the first pixel of the next visit', async ({ page }) => {
  await enter(page, 'teilnehmer@demo.example');
  await page.getByRole('button', { name: /^Profilmenü/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dunkles Design' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
  // Without the application's code nothing but the blocking script can have set it.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark');
});

test('an unknown address counts down and goes home, unless one stays', async ({ page }) => {
  await page.goto('/gibt-es-nicht');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seite nicht gefunden');
  await expect(page).toHaveURL('/', { timeout: 8_000 });
  await page.goto('/gibt-es-nicht');
  await page.getByRole('button', { name: 'Hier bleiben' }).click();
  await expect(page.getByText('Du bleibst hier.')).toBeVisible();
});

test('/logout signs out', async ({ page }) => {
  await enter(page, 'teilnehmer@demo.example');
  await page.goto('/logout');
  await expect(page.getByText('Du bist abgemeldet.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull();
});

test('a page whose code cannot be loaded says so and offers a way on', async ({ page }) => {
  await page.route('**/assets/ProfilePage-*.js', (route) => route.abort());
  await enter(page, 'teilnehmer@demo.example');
  await page.goto('/profile');
  await expect(page.getByRole('alert')).toContainText('Da ist etwas schiefgelaufen. Bitte versuche es später erneut.');
  await expect(page.getByRole('button', { name: 'Zur Startseite' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the open pages and in the login dialog, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const clean = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Jetzt registrieren' })).toBeVisible();
    await clean();
    await page.getByRole('button', { name: 'Zur Anmeldung' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await clean();
    await page.goto('/registrierung-bestaetigen?token=x');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await clean();
  });
}
