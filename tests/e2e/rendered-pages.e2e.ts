import { expect, type Browser, type Page } from '@playwright/test';
import { bookAppointment } from '../../src/features/booking/contract.ts';
import { callPortal } from './calls.ts';
import { collectLayoutShifts, sumLayoutShifts } from './layout-shifts.ts';
import { actAsNewParticipant, signInDemo } from './people.ts';
import { createSlots } from './slots.ts';
import { test } from './test.ts';

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36',
} as const;

/** Opens a phone on which a new participant, who has booked a slot, is signed in, and which has named the session. */
async function openKnownPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await actAsNewParticipant(page, { hasCv: true });
  const [slot] = await createSlots(page, ['coach3', 'coach3']);
  await callPortal(page.request, bookAppointment, { appointmentId: slot?.id ?? 0 }, session);
  await page.goto('/impressum');
  await expect.poll(() => sessionNames(page)).toHaveLength(1);
  // The process that renders pages may have to start first.
  const readPage = async () => (await page.request.get('/appointments')).text();
  await expect.poll(readPage).toContain('first-answers');
  return page;
}

/** Returns the values of the cookie that names the current session. */
const sessionNames = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name === 'session-name').map(({ value }) => value);

/** Holds back the script that replaces the rendered page until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/**
 * Waits until the font of all pages is loaded and their text is drawn in it. `document.fonts.ready` is not enough: on a busy machine
 * it is fulfilled before the first text asks for a font, and that text is drawn again when its font arrives.
 */
const loadFont = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 16px 'Atkinson Portal'`)));
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Reads the position, colours, font and text of each element on the first screen. */
const readFirstScreen = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('header *, nav *, main :is(h1, h2, h3, p, button, a, li, svg, section, span)')]
      .filter((element) => element.getBoundingClientRect().top < innerHeight)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, font } = getComputedStyle(element);
        const text = element.childElementCount === 0 ? element.textContent : '';
        return [element.tagName, x, y, width, height, color, backgroundColor, font, text].join(' ');
      }),
  );

test('on a phone, scripts change nothing on pages that show a person’s own data, in both themes [1.17]', async ({
  browser,
}) => {
  const page = await openKnownPhone(browser);
  const policyViolations: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) policyViolations.push(message.text());
  });
  await collectLayoutShifts(page);
  for (const [path, colorScheme] of [
    ['/intern-participant', 'light'],
    ['/booking', 'light'],
    ['/booking', 'dark'],
    ['/appointments', 'light'],
    ['/appointments', 'dark'],
  ] as const)
    await test.step(`${path} in the ${colorScheme} theme`, async () => {
      await page.emulateMedia({ colorScheme });
      const release = await holdScript(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('.personal')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
      await loadFont(page);
      await expect.poll(() => page.evaluate(() => [...document.images].every((image) => image.complete))).toBe(true);
      const rendered = await readFirstScreen(page);
      const { shift: shiftBefore } = await sumLayoutShifts(page);
      expect(rendered.length).toBeGreaterThan(40);

      release();
      await expect(page.locator('.personal')).toHaveCount(0);
      // Later slots may already follow, if the screen has room for another day.
      expect((await readFirstScreen(page)).slice(0, rendered.length)).toEqual(rendered);
      expect((await sumLayoutShifts(page)).shift - shiftBefore).toBeLessThan(0.02);
      expect(policyViolations).toEqual([]);
    });
  await page.context().close();
});

test('before scripts load, a tap on a time opens this time, even if other days have the same; who has chosen the list sees no times of a day [1.17, 4.25]', async ({
  browser,
}) => {
  const page = await openKnownPhone(browser);
  await test.step('a tap on a time', async () => {
    const release = await holdScript(page);
    await page.goto('/booking', { waitUntil: 'commit' });
    const day = page.locator('.personal section').last();
    const [date = ''] = /\d\d\.\d\d\.\d{4}/.exec(await day.getByRole('heading').innerText()) ?? [];
    const time = day.getByRole('button').last();
    // For example '15:00 bis 15:45 Uhr, Einzelcoaching, Cleo Rat'.
    const [interval = '', ...facts] = ((await time.textContent()) ?? '').split(', ');
    expect(facts).toHaveLength(2);
    await time.click();
    await expect(time).toHaveAttribute('aria-busy', 'true');
    release();
    const details = page.getByRole('dialog');
    await expect(details).toContainText(date);
    for (const text of [interval, ...facts]) await expect(details).toContainText(text);
  });
  await test.step('the list', async () => {
    await page.evaluate(() => localStorage.setItem('bookingView', 'list'));
    const release = await holdScript(page);
    await page.goto('/booking', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Termine buchen' })).toBeVisible();
    await expect(page.locator('.personal section').first()).toBeHidden();
    release();
    await expect(page.getByRole('button', { name: 'Buchen' }).first()).toBeVisible();
  });
  await page.context().close();
});

test('a page rendered for somebody else is not shown with one’s own name; after signing out, the phone gets the page that everybody gets [1.17]', async ({
  browser,
}) => {
  const page = await openKnownPhone(browser);
  const [firstName = ''] = await sessionNames(page);
  const sessionId = await actAsNewParticipant(page, { hasCv: true });
  await page.goto('/impressum');
  await expect.poll(() => sessionNames(page)).not.toEqual([firstName]);
  // As if the other person’s session had been named last.
  await page.evaluate((name) => (document.cookie = `session-name=${name}; Path=/`), firstName);
  const answered = page.waitForResponse(
    (response) => response.url().includes('bookable') && (response.request().postData() ?? '').includes(sessionId),
  );
  await page.goto('/booking');
  await answered;
  await expect(page.getByRole('button', { name: 'Profilmenü von Robin Reise' })).toBeVisible();
  await expect(page.getByText('Du hast 0 von 3 Einzelcoachings gebucht.')).toBeVisible();

  await page.goto('/logout');
  await expect.poll(() => sessionNames(page)).toEqual([]);
  const release = await holdScript(page);
  await page.goto('/booking', { waitUntil: 'commit' });
  await expect(page.locator('.prerendered')).toBeVisible();
  await expect(page.locator('.personal')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { name: 'Termine buchen' })).toBeVisible();
  await page.context().close();
});

test('a page for a wide screen is the same for everybody [1.17]', async ({ page }) => {
  const sessionId = await signInDemo(page, 'teilnehmer');
  await page.goto('/impressum');
  await page.evaluate((id) => localStorage.setItem('sessionId', id), sessionId);
  await page.goto('/impressum');
  await expect.poll(() => sessionNames(page)).toHaveLength(1);
  expect(await (await page.goto('/booking'))?.text()).not.toContain('first-answers');
});
