import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findInstalledBrowser } from './scripts/browser.mjs';
import { findFreePort } from './tests/support/ports.ts';
import { unshiftedEnvironment } from './tests/support/shifted-clock.ts';

// Each worker loads this file again. The workers inherit these three environment variables from the first process, so
// all processes use the same values.
const port = (process.env['E2E_PORT'] ??= String(await findFreePort()));
process.env['E2E_DATA_DIR'] ??= join(tmpdir(), `portal-e2e-${randomUUID()}`);
// This finds the same browser as `npm test`, but does not install one.
const browser = (process.env['CHROMIUM_PATH'] ??= (await findInstalledBrowser()) ?? '');
const isCi = Boolean(process.env['CI']);
// The URL of a portal that is already running behind a proxy with a self-signed certificate (`npm run e2e:proxy`).
const runningPortalUrl = process.env['E2E_ADDRESS'];

/** The browser journeys. They use the built portal: one server on a free port, with its own data directory. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/e2e/serve.ts',
  forbidOnly: true,
  // This is one more than the two cores of a typical machine, because journeys spend part of their time waiting.
  workers: 3,
  // The limits only end journeys that hang. They are this long because a CI machine may be busy for minutes.
  timeout: isCi ? 180_000 : 60_000,
  expect: { timeout: isCi ? 30_000 : 15_000 },
  // A shared machine may stall during a journey. `npm test` ends with a list of the journeys that needed a retry.
  retries: isCi ? 2 : 0,
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    baseURL: runningPortalUrl ?? `http://127.0.0.1:${port}`,
    ignoreHTTPSErrors: runningPortalUrl !== undefined,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // Journeys answer calls in place of the server, which Playwright cannot do for pages that have a service worker.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Traces would take a third of the time. `npx playwright test --trace on NAME` records one when it is needed.
    trace: 'off',
    launchOptions: {
      ...(browser !== '' && { executablePath: browser }),
      env: unshiftedEnvironment() as Record<string, string>,
      args: [
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of journeys live for seconds. Optimising their code, and threads for it, cost a fifth of the time.
        '--js-flags=--no-opt --no-maglev --single-threaded',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
