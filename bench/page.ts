import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { median } from './ratios.ts';

/** The load of a signed-in person's browser until the first bookable card is shown, as medians over the visits. */
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
  const measurements: Visit[] = [];
  try {
    for (let visit = 0; visit < visits; visit++) {
      const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
      const page = await context.newPage();
      await page.addInitScript({ content: `localStorage.setItem('sessionId', '${sessionId}'); ${markFirstCard}` });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      const scripts = new Set<string>();
      const finished: { id: string; at: number; bytes: number }[] = [];
      let startedAt = 0;
      devtools.on('Network.requestWillBeSent', ({ timestamp }) => (startedAt ||= timestamp));
      devtools.on('Network.responseReceived', ({ requestId, type }) => {
        if (type === 'Script') scripts.add(requestId);
      });
      devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
        finished.push({ id: requestId, at: timestamp, bytes: encodedDataLength }),
      );
      await page.goto(`${address}/booking`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('firstCard').length > 0);
      const firstCard = await page.evaluate(() => performance.getEntriesByName('firstCard')[0]?.startTime ?? 0);
      const before = finished.filter(({ at }) => (at - startedAt) * 1000 <= firstCard);
      const bytes = (requests: typeof before) => requests.reduce((sum, request) => sum + request.bytes, 0);
      measurements.push({
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
  const medianOf = (name: keyof Visit) => median(measurements.map((visit) => visit[name]));
  return {
    firstCard: medianOf('firstCard'),
    requests: medianOf('requests'),
    bytes: medianOf('bytes'),
    script: medianOf('script'),
  };
}
