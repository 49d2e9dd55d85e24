import { expect, type Page } from '@playwright/test';
import { actAsDemo } from './people.ts';
import { test } from './test.ts';

/** A call that a page has made. `body` is its input as JSON. */
interface SentCall {
  path: string;
  body: string;
  /** Whether the call was sent before the page requested its code. */
  isEarly: boolean;
}

/** Collects the calls that a page makes. */
function collectCalls(page: Page): SentCall[] {
  const calls: SentCall[] = [];
  let isEarly = true;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const [, path] = /^\/api\/service\/(.*)\.php$/.exec(pathname) ?? [];
    if (path) calls.push({ path, body: request.postData() ?? '', isEarly });
    else if (/^\/assets\/.*\.js$/.test(pathname)) isEarly = false;
  });
  return calls;
}

/** Waits until the page has loaded for a signed-in person. */
async function waitUntilLoaded(page: Page) {
  await expect(page.getByRole('button', { name: /^Profilmenü/ })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const path of ['/', '/intern-participant', '/booking', '/appointments', '/files', '/einstellungen'])
  test(`${path} sends the first calls before it requests its code, which sends none of them again`, async ({
    page,
  }) => {
    await actAsDemo(page, 'teilnehmer');
    const calls = collectCalls(page);
    await page.goto(path);
    await waitUntilLoaded(page);
    const list = await page.locator('meta[name="first-calls"]').getAttribute('content');
    const listedPaths = (JSON.parse(list ?? '') as [string, object][]).map(([listedPath]) => listedPath);
    expect(calls.filter(({ isEarly }) => isEarly).map((call) => call.path)).toEqual(listedPaths);
    const isListed = (call: SentCall) => listedPaths.includes(call.path) && !call.body.includes('cursor');
    expect(calls.filter((call) => isListed(call) && !call.isEarly)).toEqual([]);
  });

test('for a coach, a participant’s page checks only the session before its code is requested', async ({ page }) => {
  await actAsDemo(page, 'coach');
  const calls = collectCalls(page);
  await page.goto('/booking');
  await waitUntilLoaded(page);
  expect(calls.map(({ path }) => path)).toEqual(['authentication/sessionCheck']);
});

test('slots are requested only once if the address contains a filter [4.14]', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  const calls = collectCalls(page);
  await page.goto('/booking?zeit=vormittag');
  await waitUntilLoaded(page);
  const bodies = calls.filter(({ path }) => path === 'appointment/bookable').map(({ body }) => body);
  expect(bodies.filter((body) => !body.includes('cursor'))).toEqual([expect.stringContaining('"partOfDay":"morning"')]);
});

test('the page sends a first call again that did not reach the server', async ({ page }) => {
  await actAsDemo(page, 'teilnehmer');
  await page.route('**/appointment/myAppointment.php', (route) => route.abort(), { times: 1 });
  const calls = collectCalls(page);
  await page.goto('/appointments');
  await expect.poll(() => calls.filter(({ path }) => path === 'appointment/myAppointment').length).toBe(2);
  await waitUntilLoaded(page);
  await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toHaveCount(0);
});
