import { expect, type Page } from '@playwright/test';
import { atEachSize, phone } from './devices.ts';
import { collectLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

/** Reads the position, colours, font and text of each header, text, button and picture of the start page. */
function readLayout(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    // The prerendered page does not contain the form's content, which is loaded later.
    [...document.querySelectorAll('header *, main :is(h1, h2, h3, p, button, li, svg, section):not(form *)')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, font } = getComputedStyle(element);
        const text = element.childElementCount === 0 ? element.textContent : '';
        return [element.tagName, x, y, width, height, color, backgroundColor, font, text].join(' ');
      },
    ),
  );
}

/** Blocks all scripts of the page until `allowScripts` is called. */
const blockScripts = (page: Page) => page.route('**/assets/*.js', (route) => route.abort());
const allowScripts = (page: Page) => page.unroute('**/assets/*.js');

test('in both themes and at each width, scripts do not change the start page [1.17]', async ({ page }) => {
  const policyViolations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) policyViolations.push(message.text());
  });
  await atEachSize(page, [phone, { width: 768, height: 1024 }, { width: 1280, height: 720 }], async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      await test.step(`in the ${colorScheme} theme`, async () => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await blockScripts(page);
        await page.goto('/');
        await expect(page.getByText('Mit Rückenwind in deine nächste Bewerbung')).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        const prerenderedLayout = await readLayout(page);
        expect(prerenderedLayout.length).toBeGreaterThan(30);

        await allowScripts(page);
        await page.reload();
        await expect(page.locator('.prerendered')).toHaveCount(0);
        await page.evaluate(() => document.fonts.ready);
        expect(await readLayout(page)).toEqual(prerenderedLayout);
        expect(policyViolations).toEqual([]);
      });
  });
});

test('a visitor who may be signed in sees no sign-in button before scripts run', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await blockScripts(page);
  await page.goto('/');
  await expect(page.getByText('Mit Rückenwind in deine nächste Bewerbung')).toBeVisible();
  for (const name of ['Zur Anmeldung', 'Anmelden', 'zur Registrierung'])
    await expect(page.getByText(name, { exact: true })).toBeHidden();

  await allowScripts(page);
  await page.reload();
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Zur Anmeldung' })).toHaveCount(0);
});

test('before any script runs, every page has its header, its title and the links of the footer [1.17]', async ({
  page,
}) => {
  await blockScripts(page);
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

test('before any script runs, a page says in words that it is loading', async ({ page }) => {
  await blockScripts(page);
  await page.goto('/registrierung-bestaetigen?token=x');
  const readAnnouncement = () =>
    page
      .locator('.skeleton')
      .first()
      .evaluate((block) => getComputedStyle(block, '::before').content);
  await expect(page.locator('.skeleton').first()).toBeVisible();
  expect(await readAnnouncement()).toContain('Einen Augenblick …');
});

test('on a phone, the content of the start page does not shift when the font loads late', async ({ page }) => {
  await page.setViewportSize(phone);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  await collectLayoutShifts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('.prerendered')).toHaveCount(0);
  release();
  await page.evaluate(() => document.fonts.ready);
  expect((await sumLayoutShifts(page)).shift).toBeLessThan(0.05);
});

/** Holds back the scripts whose name begins with `name` until the returned function is called. */
async function holdScript(page: Page, name: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const loadingIndicator = (page: Page) => page.getByRole('status').filter({ hasText: 'Lädt...', visible: true });

test('pressing a button before scripts load shows it as busy and takes effect later [1.17]', async ({ page }) => {
  for (const [path, name, dialogName] of [
    ['/', 'Zur Anmeldung', 'Anmeldung'],
    ['/', 'Anmelden', 'Anmeldung'],
    ['/booking', 'Menü öffnen', 'Menü'],
  ] as const)
    await test.step(`'${name}' on ${path}`, async () => {
      const release = await holdScript(page, 'index');
      await page.goto(path, { waitUntil: 'commit' });
      const button = page.getByRole('button', { name, exact: true });
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(loadingIndicator(page)).toBeVisible();
      release();
      await expect(page.getByRole('dialog', { name: dialogName })).toBeVisible();
      await expect(loadingIndicator(page)).toHaveCount(0);
    });
});

test('a page whose scripts are missing says so and is reloaded on request [1.17]', async ({ page }) => {
  await page.setViewportSize(phone);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  // Simulates an update after which the old document's scripts no longer exist.
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.fulfill({ status: 404, body: '' });
  });
  await page.goto('/booking', { waitUntil: 'commit' });
  const menuButton = page.getByRole('button', { name: 'Menü öffnen' });
  await menuButton.click();
  await expect(loadingIndicator(page)).toBeVisible();
  release();
  const notice = page.getByRole('alert').filter({ hasText: 'Diese Seite ist nicht ganz geladen.' });
  await expect(notice).toBeVisible();
  await expect(loadingIndicator(page)).toHaveCount(0);
  await expect(menuButton).not.toHaveAttribute('aria-busy');
  // Pressing the menu button has no effect now, except that the focus moves to the button that reloads the page.
  await menuButton.click();
  const reloadButton = notice.getByRole('button', { name: 'Neu laden' });
  await expect(reloadButton).toBeFocused();
  await expect(loadingIndicator(page)).toHaveCount(0);

  await page.unroute('**/assets/*.js');
  await page.keyboard.press('Enter');
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await menuButton.click();
  await expect(page.getByRole('dialog', { name: 'Menü' })).toBeVisible();
});

test('at each width the end of the start page does not move when the form appears', async ({ page }) => {
  const sizes = [320, 360, 414, 768, 1440].map((width) => ({ width, height: 740 }));
  await atEachSize(page, sizes, async () => {
    const release = await holdScript(page, 'RegistrationForm');
    await page.goto('/');
    await expect(page.locator('.prerendered')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    const heightBefore = await readHeight();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    release();
    await expect(page.getByRole('button', { name: 'Jetzt registrieren' })).toBeAttached();
    expect(await readHeight()).toBe(heightBefore);
  });
});

test('the interactive page keeps the focus of the prerendered page', async ({ page }) => {
  const release = await holdScript(page, 'index');
  await page.goto('/', { waitUntil: 'commit' });
  const registerButton = page.getByRole('button', { name: 'zur Registrierung' });
  await registerButton.focus();
  await page.evaluate(() => document.activeElement?.setAttribute('data-prerendered', ''));
  release();
  await expect(page.locator('[data-prerendered]')).toHaveCount(0);
  await expect(registerButton).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Registrierung' })).toBeFocused();
});

test('pressing a button or link whose code is still loading shows that the press was registered', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  // Both scripts are held back from the beginning, since the menu's code is fetched as soon as the page is idle.
  const releaseMenu = await holdScript(page, 'MenuDrawer');
  const releasePage = await holdScript(page, 'FilesPage');
  await page.goto('/profile');
  await expect(page.getByRole('main').getByRole('term').first()).toBeVisible();
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(loadingIndicator(page)).toBeVisible();
  releaseMenu();
  await page.getByRole('link', { name: 'Meine Unterlagen' }).click();
  await expect(loadingIndicator(page)).toBeVisible();
  releasePage();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meine Unterlagen');
  await expect(loadingIndicator(page)).toHaveCount(0);
});

test('the code of a page is requested without waiting until the common code is loaded', async ({ page }) => {
  const release = await holdScript(page, 'index');
  const pageRequest = page.waitForRequest('**/assets/BookingPage-*.js');
  await page.goto('/booking', { waitUntil: 'commit' });
  await pageRequest;
  release();
});
