import { expect, type Page } from '@playwright/test';
import { beDemo } from './people.ts';
import { test } from './test.ts';

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
];

/** The place of everything on the start page that has one: header, texts, buttons, pictures. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('header *, main :is(h1, h2, h3, p, button, li, svg, section)')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const { color, backgroundColor, font } = getComputedStyle(part);
      const text = part.childElementCount === 0 ? part.textContent : '';
      return [part.tagName, x, y, width, height, color, backgroundColor, font, text].join(' ');
    }),
  );
}

/** No script of the page comes, until `scriptsAgain`. */
const withoutScripts = (page: Page) => page.route('**/assets/*.js', (route) => route.abort());
const scriptsAgain = (page: Page) => page.unroute('**/assets/*.js');

for (const viewport of sizes)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`at ${viewport.width} px, ${colorScheme}, the start page stands before any script as it does after`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) refused.push(message.text());
      });
      await withoutScripts(page);
      await page.goto('/');
      await expect(page.getByText('Mit Rückenwind in deine nächste Bewerbung')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const drawn = await places(page);
      expect(drawn.length).toBeGreaterThan(30);

      await scriptsAgain(page);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toBeEnabled();
      await page.evaluate(() => document.fonts.ready);
      expect(await places(page)).toEqual(drawn);
      expect(refused).toEqual([]);
    });

test('nothing of the drawing can be reached, and whoever may be signed in sees no way in', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await withoutScripts(page);
  await page.goto('/');
  await expect(page.getByText('Mit Rückenwind in deine nächste Bewerbung')).toBeVisible();
  for (const name of ['Zur Anmeldung', 'Anmelden', 'zur Registrierung'])
    await expect(page.getByText(name, { exact: true })).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.locator('.door :focus')).toHaveCount(0);

  await scriptsAgain(page);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toHaveCount(0);
});

test('no other page begins with the start page', async ({ page }) => {
  await withoutScripts(page);
  for (const path of ['/booking', '/gibt-es-nicht']) {
    await page.goto(path);
    await expect(page.locator('#root')).toBeEmpty();
  }
});
