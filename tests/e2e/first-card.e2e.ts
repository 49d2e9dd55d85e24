import { expect } from '@playwright/test';
import { actAsNewParticipant } from './people.ts';
import { test } from './test.ts';

test('the first slot on the booking page is shown after at most ten requests', async ({ page }) => {
  await actAsNewParticipant(page, { docx: true });
  const requests: string[] = [];
  // The browser requests the tab's icon by itself.
  page.on('request', (request) => request.url().endsWith('/favicon.svg') || requests.push(request.url()));
  await page.goto('/booking');
  await page.getByText('Zeitraum').first().waitFor();
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(10);
});
