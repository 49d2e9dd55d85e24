import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { waitUntilReady, startBuiltPortal } from '../support/built-portal.ts';
import { test as baseTest } from './test.ts';

/** Starts a portal with the demo's data and these settings; returns its address and a function that stops it. */
export async function startPortal(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const portal = await startBuiltPortal({ DEMO: '1', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', ...settings });
  await waitUntilReady(portal);
  return {
    url: portal.url,
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The `test` of journeys that fill whole calendars. Each worker has its own portal with the demo's data. */
export const test = baseTest.extend<object, { portal: string }>({
  portal: [
    async ({ playwright }, run) => {
      const portal = await startPortal();
      const request = await playwright.request.newContext();
      await expect(await request.get(`${portal.url}/readyz`)).toBeOK();
      await run(portal.url);
      await request.dispose();
      await portal.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ portal }, run) => run(portal),
});
