import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import type { NewSession } from '../src/platform/http/calls/authentication.ts';
import { evaluateSlowGoals, reportGoals } from './goals.ts';
import { median } from './ratios.ts';
import { startServer } from './server.ts';
import { openBenchWorld } from './world.ts';

/** A phone on slow 3G (400 kbit/s, 400 ms). Its processor is four times slower than this machine. */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
const visits = 3;
/** The late tap waits this long after the page has loaded, so that the last paint is finished. */
const settleMs = 1500;

/**
 * A page and the elements that are tapped: `earlyTarget` as soon as it is visible, and `lateTarget` once the page has
 * loaded.
 */
interface PageCase {
  name: string;
  path: string;
  isSignedIn: boolean;
  earlyTarget: (page: Page) => Locator;
  lateTarget: (page: Page) => Locator;
}

const findButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();

/** A tap on an entry of the bar at the bottom, whose page's code has not been loaded yet. */
const barCase = (entry: string, path: string): PageCase => ({
  name: `${path}, tap on ${entry}`,
  path,
  isSignedIn: true,
  earlyTarget: findButton('Menü öffnen'),
  lateTarget: (page) => page.getByRole('navigation', { name: 'Dein Bereich' }).getByRole('link', { name: entry }),
});

const cases: PageCase[] = [
  {
    name: 'landing',
    path: '/',
    isSignedIn: false,
    earlyTarget: findButton('Zur Anmeldung'),
    lateTarget: findButton('zur Registrierung'),
  },
  {
    name: 'sign-in',
    path: '/',
    isSignedIn: false,
    earlyTarget: findButton('Anmelden'),
    lateTarget: findButton('Anmelden'),
  },
  {
    name: '/booking',
    path: '/booking',
    isSignedIn: true,
    earlyTarget: findButton('Menü öffnen'),
    lateTarget: (page) => page.locator('[data-entry]').first(),
  },
  {
    name: '/appointments',
    path: '/appointments',
    isSignedIn: true,
    earlyTarget: findButton('Menü öffnen'),
    lateTarget: findButton('Stornieren'),
  },
  barCase('Willkommen', '/booking'),
  barCase('Buchen', '/intern-participant'),
  barCase('Termine', '/intern-participant'),
  barCase('Unterlagen', '/intern-participant'),
];

/**
 * Runs in the page: records the largest paint so far, and the time from a tap to the first frame with a change. If the
 * change is a loading indicator, adds the 40 ms after which it becomes visible (base.css); a prerendered page shows it
 * immediately, and the bar marks the tapped entry immediately.
 */
const measuringScript = `
  globalThis.measured = { lcp: 0, feedbackMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) measured.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  addEventListener('pointerdown', ({ timeStamp }) => {
    const changes = new MutationObserver(() => {
      changes.disconnect();
      const indicator = document.querySelector('.opening');
      const isMarked = document.querySelector('.dock .pending') !== null;
      const delay = indicator && !indicator.closest('.prerendered') && !isMarked ? 40 : 0;
      requestAnimationFrame(() => setTimeout(() => (measured.feedbackMs = performance.now() - timeStamp + delay)));
    });
    changes.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  }, { capture: true });
`;

/** Milliseconds until the largest contentful paint, and from an early and a late tap to visible feedback. */
interface WaitTimes {
  lcp: number;
  early: number;
  late: number;
}

/**
 * `npm run bench -- slow`: measures how long a person with a slow phone on slow 3G waits. Prints medians over visits,
 * and fails if a floor is missed.
 */
export async function runSlow(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-slow-'));
  const world = await openBenchWorld(join(folder, 'database'));
  const urls = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl };
  const server = await startServer({ ...urls, DATA_DIR: join(folder, 'data'), DEMO: '0' });
  const browserPath = await findBrowser();
  const browser = await chromium.launch({
    args: ['--no-sandbox'],
    ...(browserPath ? { executablePath: browserPath } : {}),
  });
  const session = world.browserSession;
  try {
    // Creates a booking that can be cancelled on /appointments.
    await fetch(`${server.address}/api/service/appointment/bookAppointment.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: session.sessionId, appointmentId: world.slots.at(-1) }),
    });
    const table: Record<string, WaitTimes> = {};
    for (const testCase of cases) {
      const results: WaitTimes[] = [];
      for (let visit = 0; visit < visits; visit++)
        results.push(await measureCase(browser, server.address, testCase, session));
      const calculateMedian = (name: keyof WaitTimes) => Math.round(median(results.map((result) => result[name])));
      table[testCase.name] = {
        lcp: calculateMedian('lcp'),
        early: calculateMedian('early'),
        late: calculateMedian('late'),
      };
    }
    console.table(table);
    const paintOf = (name: string) => table[name]?.lcp ?? NaN;
    const paintAgain = await measurePaintAgain(browser, server.address, session);
    console.log(`/booking, opened again: ${paintAgain} ms`);
    reportGoals(
      evaluateSlowGoals({
        landing: paintOf('landing'),
        '/booking': paintOf('/booking'),
        '/appointments': paintOf('/appointments'),
        '/booking again': paintAgain,
      }),
    );
  } finally {
    await browser.close();
    await server.stop();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureCase(
  browser: Browser,
  address: string,
  testCase: PageCase,
  session: NewSession,
): Promise<WaitTimes> {
  const visit = (target: (page: Page) => Locator, waitForLoad: boolean) =>
    withSlowPhone(browser, address, testCase.isSignedIn ? session : null, async (page) => {
      await page.goto(`${address}${testCase.path}`, { waitUntil: 'commit', timeout: 120_000 });
      if (waitForLoad) {
        await waitUntilLoaded(page);
        await target(page).waitFor({ timeout: 60_000 });
        await page.waitForTimeout(settleMs);
      }
      const lcp = await page.evaluate<number>('measured.lcp');
      await target(page).tap({ timeout: 60_000 });
      return { lcp, feedbackMs: await waitForFeedback(page) };
    });
  const early = await visit(testCase.earlyTarget, false);
  const late = await visit(testCase.lateTarget, true);
  return { lcp: late.lcp, early: early.feedbackMs, late: late.feedbackMs };
}

/**
 * Opens /booking, leaves it, and opens it again, with everything in the cache that may be kept. Returns the
 * milliseconds until its largest paint, as the median over visits.
 */
async function measurePaintAgain(browser: Browser, address: string, session: NewSession): Promise<number> {
  return withSlowPhone(browser, address, session, async (page) => {
    const paints: number[] = [];
    for (let visit = 0; visit <= visits; visit++) {
      await page.goto(`${address}/booking`, { waitUntil: 'commit', timeout: 120_000 });
      await waitUntilLoaded(page);
      // What is loaded once the page is idle is then in the cache, too.
      await page.waitForLoadState('networkidle', { timeout: 120_000 });
      await page.waitForTimeout(settleMs);
      // The first visit fills the cache.
      if (visit > 0) paints.push(await page.evaluate<number>('measured.lcp'));
      await page.goto('about:blank');
    }
    return Math.round(median(paints));
  });
}

/**
 * Runs `work` with a page on a slow phone, in a browser without a cache. `session` is its current one, null for a
 * visitor.
 */
async function withSlowPhone<T>(
  browser: Browser,
  address: string,
  session: NewSession | null,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const userAgent = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36';
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent };
  const context = await browser.newContext({ ...phone, locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  try {
    const page = await context.newPage();
    // A page without an origin has no storage.
    const storeSession = session
      ? `if (origin !== 'null') localStorage.setItem('sessionId', '${session.sessionId}');`
      : '';
    await page.addInitScript({ content: `${storeSession} ${measuringScript}` });
    if (session) await context.addCookies(cookiesOf(session, address));
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** The cookies of a browser in which a session is the current one (docs/decisions/0016, 0050). */
function cookiesOf({ sessionId, cookie }: NewSession, url: string) {
  const name = hash('sha256', sessionId, 'hex').slice(0, 16);
  return [
    { name: `companion-${name}`, value: cookie, url },
    { name: 'session-name', value: name, url },
  ];
}

/** Waits until the scripts have taken over the page. Before its document has arrived, nothing is prerendered, either. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('domcontentloaded', { timeout: 60_000 });
  await page.waitForSelector('.prerendered', { state: 'detached', timeout: 60_000 });
}

/** Waits until the page has reacted to a tap, at most a minute, and returns the milliseconds from the tap. */
async function waitForFeedback(page: Page): Promise<number> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    const feedbackMs = await page.evaluate<number>('measured.feedbackMs');
    if (feedbackMs > 0) return feedbackMs;
    await page.waitForTimeout(50);
  }
  throw new Error('The page did not react to a tap within a minute.');
}
