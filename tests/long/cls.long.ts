import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { test } from 'vitest';
import { actAsDemo } from '../e2e/people.ts';
import { startPortal } from '../e2e/portal.ts';
import config from '../../playwright.config.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { recordFigure } from './figure.ts';
import type { ScreenState } from './screen-states.ts';
import { listViews } from './views.ts';

/** A phone and a desktop. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
/** A slow mobile connection: 1.6 Mbit/s and 150 ms. */
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** The maximum layout shift: the sum of all shifts of a page, which is at least as much as Web Vitals count. */
const goal = 0.02;

/** The layout shift of a view. */
interface ViewShift {
  where: string;
  shift: number;
  /** The elements of the largest shift. */
  what: string;
}

test('no page of any role shifts its layout while it loads', async () => {
  const { pages, views } = await listViews();
  const portal = await startPortal();
  const path = await findBrowser();
  const browser = await chromium.launch({ ...config.use?.launchOptions, ...(path ? { executablePath: path } : {}) });
  const sizedViews = views.flatMap((view) => sizes.map((size) => ({ view, size })));
  const results: ViewShift[] = [];
  try {
    for (const { view, size } of sizedViews) results.push(await measureView(browser, portal.address, view, size));
  } finally {
    await browser.close();
    await portal.stop();
  }
  const aboveGoal = results.filter(({ shift }) => shift > goal);
  const max = Math.max(...results.map(({ shift }) => shift));
  for (const { where, shift, what } of results.toSorted((a, b) => b.shift - a.shift).slice(0, 40))
    console.info(`${shift.toFixed(4)} ${where} ${what}`);
  recordFigure({
    what: 'layout shift while a page loads',
    result: `${pages} pages, opened by each role that may open them (${views.length}), × 2 widths on a slow connection: at most ${max.toFixed(3)}, ${aboveGoal.length} above the goal`,
    goal: `${goal}`,
    holds: aboveGoal.length === 0,
  });
  expect(aboveGoal).toEqual([]);
});

/** Opens a view on a slow connection, and adds up its layout shifts until it has loaded. */
async function measureView(
  browser: Browser,
  address: string,
  { name, who, address: at, reach }: ScreenState,
  size: (typeof sizes)[0],
) {
  const { locale, timezoneId } = config.use ?? {};
  const where = `${name} (${who}, ${size.width})`;
  const context = await browser.newContext({
    baseURL: address,
    viewport: size,
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
    return { where, shift: Infinity, what: `cannot be reached: ${String(error)}` };
  } finally {
    await context.close();
  }
}

/** How many elements on the first screen are still loading; content below it may load only when scrolled to. */
function countBusy(page: Page): Promise<number> {
  return page
    .locator('main [aria-busy="true"]')
    .evaluateAll((busy) => busy.filter((each) => each.getBoundingClientRect().top < innerHeight).length);
}

type Shifts = { value: number; what: string }[];

/** Collects the shifts that no input has caused, from the start of the page on. */
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

/** The sum of the collected shifts, and the elements of the largest one. */
async function shiftsOf(page: Page): Promise<{ shift: number; what: string }> {
  const shifts = await page.evaluate(async () => {
    // The observer is called after the frame in which the layout shifted.
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return (globalThis as unknown as { shifts: Shifts }).shifts;
  });
  const [worst] = shifts.toSorted((a, b) => b.value - a.value);
  return { shift: shifts.reduce((sum, { value }) => sum + value, 0), what: worst?.what ?? '' };
}
