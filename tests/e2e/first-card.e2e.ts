import { expect } from '@playwright/test';
import { actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

test('the first slot on the booking page is shown after at most ten requests', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  // The page itself notes when the card appears, because the test may notice it only after further requests.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body?.textContent.includes('Zeitraum')) return;
      performance.mark('first card');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/booking');
  await page.getByText('Zeitraum').first().waitFor();
  const requestedUrls = await page.evaluate(() => {
    const shownAt = performance.getEntriesByName('first card')[0]?.startTime ?? 0;
    const requests = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    // The browser requests the tab's icon, not the page.
    return requests
      .filter(({ name, startTime }) => startTime < shownAt && !name.endsWith('/favicon.svg'))
      .map(({ name }) => name);
  });
  expect(requestedUrls.length).toBeGreaterThan(3);
  expect(requestedUrls.length, requestedUrls.join('\n')).toBeLessThanOrEqual(10);
});
