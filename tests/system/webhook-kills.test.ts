import { expect, test } from 'vitest';
import { killPortalAndReceiver, nothingWrong } from '../support/webhook-kills.ts';

// More kills would make this test too slow. `npm run long -- webhooks` makes a thousand changes.
test('every change reaches a receiver though it and the portal are killed meanwhile, and no rolled back one [18.4]', async () => {
  const { wrong, summary, eventCount, counts } = await killPortalAndReceiver({
    changeCount: 40,
    killCount: 2,
    writerCount: 4,
    keepsLastLease: false,
    seed: Date.now() % 1_000_000_000,
  });
  console.info(summary);
  expect(wrong).toEqual(nothingWrong);
  expect(eventCount).toBeGreaterThanOrEqual(40);
  expect(counts.rolledBack).toBeGreaterThan(0);
}, 240_000);
