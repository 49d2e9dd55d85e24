import { chromium } from '@playwright/test';
import { findBrowser } from '../scripts/browser.mjs';
import { median } from './ratios.ts';

/** What a signed-in person's browser loads until it shows the first bookable card. */
export interface PageLoad {
  /** Milliseconds since the navigation began. */
  firstCard: number;
  requests: number;
  /** Bytes as transferred, headers included; `script` counts only JavaScript. */
  bytes: number;
  script: number;
}

const visits = 7;

/** Runs in the page: marks the time when the first card has been painted. */
const markFirstCard = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-entry]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => performance.mark('firstCard')));
  }).observe(document, { childList: true, subtree: true });
`;

/** Opens /booking repeatedly, each time with an empty cache, in the Chromium that `npm test` uses. Returns medians. */
export async function measurePage(address: string, sessionId: string): Promise<PageLoad> {
  const path = await findBrowser();
  const browser = await chromium.launch({ args: ['--no-sandbox'], ...(path ? { executablePath: path } : {}) });
  const measurements: PageLoad[] = [];
  try {
    for (let visit = 0; visit < visits; visit++) {
      const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' });
      const page = await context.newPage();
      await page.addInitScript({ content: `localStorage.setItem('sessionId', '${sessionId}'); ${markFirstCard}` });
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      const scripts = new Set<string>();
      const finishedRequests: { id: string; at: number; bytes: number }[] = [];
      let startedAt = 0;
      devtools.on('Network.requestWillBeSent', ({ timestamp }) => (startedAt ||= timestamp));
      devtools.on('Network.responseReceived', ({ requestId, type }) => {
        if (type === 'Script') scripts.add(requestId);
      });
      devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
        finishedRequests.push({ id: requestId, at: timestamp, bytes: encodedDataLength }),
      );
      await page.goto(`${address}/booking`, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('firstCard').length > 0);
      const firstCard = await page.evaluate(() => performance.getEntriesByName('firstCard')[0]?.startTime ?? 0);
      const loadedBeforeCard = finishedRequests.filter(({ at }) => (at - startedAt) * 1000 <= firstCard);
      const sumBytes = (requests: typeof loadedBeforeCard) => requests.reduce((sum, { bytes }) => sum + bytes, 0);
      measurements.push({
        firstCard: Math.round(firstCard),
        requests: loadedBeforeCard.length,
        bytes: sumBytes(loadedBeforeCard),
        script: sumBytes(loadedBeforeCard.filter(({ id }) => scripts.has(id))),
      });
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const calculateMedian = (name: keyof PageLoad) => median(measurements.map((load) => load[name]));
  return {
    firstCard: calculateMedian('firstCard'),
    requests: calculateMedian('requests'),
    bytes: calculateMedian('bytes'),
    script: calculateMedian('script'),
  };
}
