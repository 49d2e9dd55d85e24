import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { median } from './ratios.ts';

/** What a signed-in person's browser does until the first bookable card is shown: medians over the visits. */
export interface Visit {
  /** Milliseconds since the navigation began. */
  firstCard: number;
  requests: number;
  /** Bytes as transferred, headers included; `script` counts only JavaScript. */
  bytes: number;
  script: number;
}

const visits = 7;

/** Runs in the page: marks the moment at which the first card has been painted. */
const markFirstCard = `
  new MutationObserver((_, watch) => {
    if (!document.querySelector('[data-entry]')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('firstCard')));
  }).observe(document, { childList: true, subtree: true });
`;

/** Opens /booking in a Chromium with an empty cache, repeatedly; the browser is the one that `npm test` uses. */
export async function measurePage(address: string, sessionId: string): Promise<Visit> {
  const path = await findBrowser();
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(path ? { executablePath: path } : {}) });
  const seen: Visit[] = [];
  try {
    for (let visit = 0; visit < visits; visit++) {
      const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
      const page = await context.newPage();
      await page.addInitScript({ content: `localStorage.setItem('sessionId', '${sessionId}'); ${markFirstCard}` });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      const scripts = new Set<string>();
      const finished: { id: string; at: number; bytes: number }[] = [];
      let began = 0;
      devtools.on('Network.requestWillBeSent', ({ timestamp }) => (began ||= timestamp));
      devtools.on('Network.responseReceived', ({ requestId, type }) => {
        if (type === 'Script') scripts.add(requestId);
      });
      devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
        finished.push({ id: requestId, at: timestamp, bytes: encodedDataLength }),
      );
      await page.goto(`${address}/booking`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('firstCard').length > 0);
      const firstCard = await page.evaluate(() => performance.getEntriesByName('firstCard')[0]?.startTime ?? 0);
      const before = finished.filter(({ at }) => (at - began) * 1000 <= firstCard);
      const bytes = (of: typeof before) => of.reduce((sum, request) => sum + request.bytes, 0);
      seen.push({
        firstCard: Math.round(firstCard),
        requests: before.length,
        bytes: bytes(before),
        script: bytes(before.filter(({ id }) => scripts.has(id))),
      });
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const of = (name: keyof Visit) => median(seen.map((visit) => visit[name]));
  return { firstCard: of('firstCard'), requests: of('requests'), bytes: of('bytes'), script: of('script') };
}
