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
    // What comes into the form's room later is not part of the drawing.
    [...document.querySelectorAll('header *, main :is(h1, h2, h3, p, button, li, svg, section):not(form *)')].map(
      (part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { color, backgroundColor, font } = getComputedStyle(part);
        const text = part.childElementCount === 0 ? part.textContent : '';
        return [part.tagName, x, y, width, height, color, backgroundColor, font, text].join(' ');
      },
    ),
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
      await expect(page.locator('.door')).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      expect(await places(page)).toEqual(drawn);
      expect(refused).toEqual([]);
    });

test('whoever may be signed in sees no way in', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await withoutScripts(page);
  await page.goto('/');
  await expect(page.getByText('Mit Rückenwind in deine nächste Bewerbung')).toBeVisible();
  for (const name of ['Zur Anmeldung', 'Anmelden', 'zur Registrierung'])
    await expect(page.getByText(name, { exact: true })).toBeHidden();

  await scriptsAgain(page);
  await page.reload();
  await expect(page.locator('.door')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toHaveCount(0);
});

test('every page begins with header, title and the footer’s links, before any script', async ({ page }) => {
  await withoutScripts(page);
  for (const [path, title] of [
    ['/booking', 'Termine buchen'],
    ['/Files/', 'Meine Unterlagen'],
    ['/gibt-es-nicht', 'Seite nicht gefunden'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Bewerbungscoaching · Bildungswerk Beispiel`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('banner')).toContainText('Unser schlägt für Bildung');
    const imprint = page.getByRole('contentinfo').getByRole('link', { name: 'Impressum' });
    await expect(imprint).toHaveAttribute('href', 'https://provider.example/impressum');
    await imprint.focus();
    await expect(imprint).toBeFocused();
  }
});

/** Lets the scripts whose name begins so wait until the answer is called. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}

const sign = (page: Page) => page.getByRole('status').filter({ hasText: 'Lädt...', visible: true });

for (const [path, button, opened] of [
  ['/', 'Zur Anmeldung', 'Anmeldung'],
  ['/', 'Anmelden', 'Anmeldung'],
  ['/booking', 'Menü öffnen', 'Menü'],
] as const)
  test(`on ${path} '${button}' pressed before any script has come is shown as taken, and done`, async ({ page }) => {
    const letGo = await holdScript(page, 'index');
    await page.goto(path, { waitUntil: 'commit' });
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('button', { name: button, exact: true })).toHaveAttribute('aria-busy', 'true');
    await expect(sign(page)).toBeVisible();
    letGo();
    await expect(page.getByRole('dialog', { name: opened })).toBeVisible();
    await expect(sign(page)).toHaveCount(0);
  });

for (const width of [320, 360, 414, 768, 1440])
  test(`at ${width} px the end of the start page stays where it is when the form comes`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const letGo = await holdScript(page, 'RegistrationForm');
    await page.goto('/');
    await expect(page.locator('.door')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    letGo();
    await expect(page.getByRole('button', { name: 'Jetzt registrieren' })).toBeAttached();
    expect(await height()).toBe(before);
  });

test('the focus in the drawing stays where it is when the living page comes', async ({ page }) => {
  const letGo = await holdScript(page, 'index');
  await page.goto('/', { waitUntil: 'commit' });
  const way = page.getByRole('button', { name: 'zur Registrierung' });
  await way.focus();
  await page.evaluate(() => document.activeElement?.setAttribute('data-drawn', ''));
  letGo();
  await expect(page.locator('[data-drawn]')).toHaveCount(0);
  await expect(way).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Registrierung' })).toBeFocused();
});

test('what is pressed while its part is still on the way shows that it was taken', async ({ page }) => {
  await beDemo(page, 'teilnehmer');
  await page.goto('/booking');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  const menuComes = await holdScript(page, 'MenuDrawer');
  const pageComes = await holdScript(page, 'FilesPage');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(sign(page)).toBeVisible();
  menuComes();
  await page.getByRole('link', { name: 'Meine Unterlagen' }).click();
  await expect(sign(page)).toBeVisible();
  pageComes();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meine Unterlagen');
  await expect(sign(page)).toHaveCount(0);
});

test('the code of a page is asked for together with what every page needs', async ({ page }) => {
  const letGo = await holdScript(page, 'index');
  const asked = page.waitForRequest('**/assets/BookingPage-*.js');
  await page.goto('/booking', { waitUntil: 'commit' });
  await asked;
  letGo();
});
