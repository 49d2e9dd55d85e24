import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { median } from './ratios.ts';
import { startServer } from './server.ts';
import { openBenchWorld } from './world.ts';

/** A phone on slow 3G (400 kbit/s, 400 ms) whose processor is four times slower than this machine. */
const network = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const slowdown = 4;
const visits = 3;
/** How long the page is left alone before the late tap: longer than its last paint takes. */
const settled = 1500;

/** A page, and what is tapped on it: as soon as it can be seen, and once the page is there. */
interface Case {
  name: string;
  path: string;
  signedIn: boolean;
  early: (page: Page) => Locator;
  late: (page: Page) => Locator;
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const cases: Case[] = [
  { name: 'landing', path: '/', signedIn: false, early: button('Zur Anmeldung'), late: button('zur Registrierung') },
  { name: 'sign-in', path: '/', signedIn: false, early: button('Anmelden'), late: button('Anmelden') },
  { name: '/booking', path: '/booking', signedIn: true, early: button('Menü öffnen'), late: button('Buchen') },
  {
    name: '/appointments',
    path: '/appointments',
    signedIn: true,
    early: button('Menü öffnen'),
    late: button('Stornieren'),
  },
];

/**
 * Runs in the page: the largest paint so far, and from a tap until the frame in which something changes because of it.
 * A loading indicator becomes visible after 80 ms (base.css), but at once in a prerendered page.
 */
const watch = `
  globalThis.seen = { lcp: 0, tapped: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  addEventListener('pointerdown', ({ timeStamp }) => {
    const changes = new MutationObserver(() => {
      changes.disconnect();
      const sign = document.querySelector('.opening');
      const delay = sign && !sign.closest('.prerendered') ? 80 : 0;
      requestAnimationFrame(() => setTimeout(() => (seen.tapped = performance.now() - timeStamp + delay)));
    });
    changes.observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
  }, { capture: true });
`;

/** Milliseconds: the largest contentful paint, and tap to visible feedback early and late. */
interface Measured {
  lcp: number;
  early: number;
  late: number;
}

/** `npm run bench -- slow`: what somebody with a slow phone and slow 3G waits for; medians over the visits. */
export async function runSlow(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-slow-'));
  const world = await openBenchWorld(join(folder, 'database'));
  const urls = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl };
  const server = await startServer({ ...urls, DATA_DIR: join(folder, 'data'), DEMO: '0' });
  const path = await findBrowser();
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(path ? { executablePath: path } : {}) });
  try {
    // A booking that can be cancelled.
    await fetch(`${server.address}/api/service/appointment/bookAppointment.php`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: world.participants[0], appointmentId: world.slots.at(-1) }),
    });
    const table: Record<string, Measured> = {};
    for (const each of cases) {
      const seen: Measured[] = [];
      for (let visit = 0; visit < visits; visit++)
        seen.push(await measure(browser, server.address, each, world.participants[0] ?? ''));
      const of = (what: keyof Measured) => Math.round(median(seen.map((one) => one[what])));
      table[each.name] = { lcp: of('lcp'), early: of('early'), late: of('late') };
    }
    console.table(table);
  } finally {
    await browser.close();
    await server.stop();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(browser: Browser, address: string, one: Case, sessionId: string): Promise<Measured> {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const visit = async (tapped: (page: Page) => Locator, loaded: boolean) => {
    const context = await browser.newContext({ ...phone, locale: 'de-DE', timezoneId: 'Europe/Berlin' });
    try {
      const page = await context.newPage();
      const session = one.signedIn ? `localStorage.setItem('sessionId', '${sessionId}');` : '';
      await page.addInitScript({ content: `${session} ${watch}` });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', network);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.goto(`${address}${one.path}`, { waitUntil: 'commit', timeout: 120_000 });
      if (loaded) {
        await page.waitForSelector('.prerendered', { state: 'detached', timeout: 60_000 });
        await tapped(page).waitFor({ timeout: 60_000 });
        await page.waitForTimeout(settled);
      }
      const lcp = await page.evaluate<number>('seen.lcp');
      await tapped(page).tap({ timeout: 60_000 });
      await page.waitForFunction('seen.tapped > 0', null, { timeout: 60_000 });
      return { lcp, tapped: await page.evaluate<number>('seen.tapped') };
    } finally {
      await context.close();
    }
  };
  const early = await visit(one.early, false);
  const late = await visit(one.late, true);
  return { lcp: late.lcp, early: early.tapped, late: late.tapped };
}
