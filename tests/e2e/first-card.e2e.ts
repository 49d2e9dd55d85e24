import { expect } from '@playwright/test';
import { actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

test('the first slot on the booking page is shown after at most ten requests', async ({ page }) => {
  await actAsNewParticipant(page, { hasCv: true });
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    // The browser requests the tab's icon, not the page.
    if (!request.url().endsWith('/favicon.svg')) requestedUrls.push(request.url());
  });
  await page.goto('/booking');
  await page.getByText('Zeitraum').first().waitFor();
  expect(requestedUrls.length, requestedUrls.join('\n')).toBeLessThanOrEqual(10);
});
