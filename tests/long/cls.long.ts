import { setTimeout as wait } from 'node:timers/promises';
import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { test } from 'vitest';
import { collectLayoutShifts, sumLayoutShifts } from '../e2e/layout-shifts.ts';
import { actAsDemo } from '../e2e/people.ts';
import { startPortal } from '../e2e/portal.ts';
import config from '../../playwright.config.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { recordFigure } from './figure.ts';
import { screenStates, type ScreenState } from './screen-states.ts';
import { listViews } from './views.ts';

/** The sizes of a phone's and a desktop's screen. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** A slow mobile connection: 1.6 Mbit/s and 150 ms. */
const slowConnection = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** How much later each answer arrives, in milliseconds, where answers are late. */
const delay = 400;

/** The conditions under which each view is opened, by name. */
const conditions = {
  'on a slow connection': async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slowConnection);
  },
  'with late answers': (page: Page) =>
    page.route('**/api/service/**', async (route) => {
      await wait(delay);
      await route.continue();
    }),
  // The visitor stays signed in, because nothing else could be seen.
  'with calls that fail late': (page: Page) =>
    page.route(/\/api\/service\/(?!authentication\/)/, async (route) => {
      await wait(delay);
      await route.fulfill({ status: 500, body: 'Internal Server Error' });
    }),
};
type Condition = keyof typeof conditions;

/** The maximum sum of all layout shifts of a page. */
const maxShift = 0.02;

/** The layout shifts of a view. */
interface ViewShift {
  view: string;
  /** The sum of the layout shifts. */
  shift: number;
  /** The elements that moved in the largest shift. */
  movedElements: string;
}

test('no page of any role shifts its layout while it loads, is empty or fails', async () => {
  const { pageCount, views } = await listViews();
  const emptyStates = screenStates.filter(({ visitor }) => visitor === 'neu');
  const portal = await startPortal();
  const browserPath = await findBrowser();
  const browser = await chromium.launch({
    ...config.use?.launchOptions,
    ...(browserPath ? { executablePath: browserPath } : {}),
  });
  const results: ViewShift[] = [];
  try {
    for (const view of [...views, ...emptyStates])
      for (const size of sizes)
        for (const condition of Object.keys(conditions) as Condition[])
          results.push(await measureView(browser, portal.url, view, size, condition));
  } finally {
    await browser.close();
    await portal.stop();
  }
  const viewsAboveGoal = results.filter(({ shift }) => shift > maxShift);
  const largestSum = Math.max(...results.map(({ shift }) => shift));
  for (const { view, shift, movedElements } of results.toSorted((a, b) => b.shift - a.shift).slice(0, 40))
    console.info(`${shift.toFixed(4)} ${view} ${movedElements}`);
  recordFigure({
    subject: 'Layout shift while a page loads',
    result:
      `${pageCount} pages, opened by each role that may open them (${views.length}), ` +
      `and ${emptyStates.length} empty pages, × 2 widths, on a slow connection, with answers late by ${delay} ms, ` +
      `and with calls that fail: at most ${largestSum.toFixed(3)}, ${viewsAboveGoal.length} above the goal`,
    goal: String(maxShift),
    isMet: viewsAboveGoal.length === 0,
  });
  expect(viewsAboveGoal).toEqual([]);
});

/** Opens a view, and returns the sum of its layout shifts until it has loaded or shows that it cannot be loaded. */
async function measureView(
  browser: Browser,
  portalAddress: string,
  { name, visitor, address, reach }: ScreenState,
  size: (typeof sizes)[0],
  condition: Condition,
) {
  const { locale, timezoneId } = config.use ?? {};
  const view = `${name} (${visitor}, ${size.width}, ${condition})`;
  const context = await browser.newContext({
    baseURL: portalAddress,
    viewport: size,
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
  });
  try {
    const page = await context.newPage();
    if (visitor !== 'nobody') await actAsDemo(page, visitor);
    await collectLayoutShifts(page);
    await conditions[condition](page);
    await page.goto(address);
    if (condition !== 'with calls that fail late') await reach(page);
    else await page.waitForLoadState('networkidle');
    await expect.poll(() => countLoadingElements(page), { timeout: 15_000 }).toBe(0);
    await page.waitForLoadState('networkidle');
    return { view, ...(await sumLayoutShifts(page)) };
  } catch (error) {
    return { view, shift: Infinity, movedElements: `cannot be reached: ${String(error)}` };
  } finally {
    await context.close();
  }
}

/** Counts the elements on the first screen that are still loading. Content further down loads only after scrolling. */
function countLoadingElements(page: Page): Promise<number> {
  return page
    .locator('main [aria-busy="true"]')
    .evaluateAll((elements) => elements.filter((element) => element.getBoundingClientRect().top < innerHeight).length);
}
