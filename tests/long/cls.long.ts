import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { test } from 'vitest';
import { actAsDemo } from '../e2e/people.ts';
import { startPortal } from '../e2e/portal.ts';
import config from '../../playwright.config.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { recordFigure } from './figure.ts';
import type { ScreenState } from './screen-states.ts';
import { allViews } from './views.ts';

/** A phone and a desktop. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** A slow mobile connection: 1.6 Mbit/s and 150 ms. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** The most that may move: the sum of all shifts of a page, which is at least what Web Vitals count. */
const goal = 0.02;

interface Look {
  where: string;
  shift: number;
  /** What moved most. */
  what: string;
}

test('no page of any role moves while it loads', async () => {
  const { pages, views } = await allViews();
  const portal = await startPortal();
  const path = await findBrowser();
  const browser = await chromium.launch({ ...config.use?.launchOptions, ...(path ? { executablePath: path } : {}) });
  const todo = views.flatMap((view) => sizes.map((size) => ({ view, size })));
  const looks: Look[] = [];
  try {
    for (const { view, size } of todo) looks.push(await lookAt(browser, portal.address, view, size));
  } finally {
    await browser.close();
    await portal.stop();
  }
  const moved = looks.filter(({ shift }) => shift > goal);
  const most = Math.max(...looks.map(({ shift }) => shift));
  for (const { where, shift, what } of looks.toSorted((a, b) => b.shift - a.shift).slice(0, 40))
    console.info(`${shift.toFixed(4)} ${where} ${what}`);
  recordFigure({
    what: 'layout shift while a page loads',
    result: `${pages} pages, by everybody who may open them ${views.length}, × 2 widths on a slow connection: at most ${most.toFixed(3)}, ${moved.length} above the goal`,
    goal: `${goal}`,
    holds: moved.length === 0,
  });
  expect(moved).toEqual([]);
});

/** Opens a view on a slow connection as its person's second visit, and adds up what moves until it has loaded. */
async function lookAt(
  browser: Browser,
  address: string,
  { what, who, at, reach }: ScreenState,
  size: (typeof sizes)[0],
) {
  const { locale, timezoneId } = config.use ?? {};
  const where = `${what} (${who}, ${size.width})`;
  const context = await browser.newContext({
    ...{ baseURL: address, viewport: size },
    ...(locale && { locale }),
    ...(timezoneId && { timezoneId }),
  });
  try {
    const page = await context.newPage();
    if (who !== 'nobody') await actAsDemo(page, who);
    await watchShifts(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow);
    await page.goto(at);
    await reach(page);
    await expect.poll(() => countBusy(page), { timeout: 15_000 }).toBe(0);
    await page.waitForLoadState('networkidle');
    return { where, ...(await shiftsOf(page)) };
  } catch (error) {
    return { where, shift: Infinity, what: `is not there: ${String(error)}` };
  } finally {
    await context.close();
  }
}

/** What on the first screen is still loading; what is far below it may wait until somebody scrolls there. */
function countBusy(page: Page): Promise<number> {
  return page
    .locator('main [aria-busy="true"]')
    .evaluateAll((busy) => busy.filter((each) => each.getBoundingClientRect().top < innerHeight).length);
}

type Shifts = { value: number; what: string }[];

/** Collects the shifts that no input has caused, from the page's beginning on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shifts = [];
    Object.assign(globalThis, { shifts });
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const text = node?.textContent?.slice(0, 40) ?? '';
          return `${node?.nodeName} '${text}' ${previousRect.x},${previousRect.y} → ${currentRect.x},${currentRect.y}`;
        });
        shifts.push({ value, what: what.join('; ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Their sum, and what moved most. */
async function shiftsOf(page: Page): Promise<{ shift: number; what: string }> {
  const shifts = await page.evaluate(async () => {
    // The observer is called after the frame in which the page moved.
    for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    return (globalThis as unknown as { shifts: Shifts }).shifts;
  });
  const [worst] = shifts.toSorted((a, b) => b.value - a.value);
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), what: worst?.what ?? '' };
}
