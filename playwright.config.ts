import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserHere } from './scripts/browser.mjs';

// The config is read again in each worker, which inherits these three from the first reading.
const port = (process.env['E2E_PORT'] ??= String(await freePort()));
const dataDir = (process.env['E2E_DATA_DIR'] ??= join(tmpdir(), `portal-e2e-${randomUUID()}`));
// The one that `npm test` takes, unless it has to be fetched first.
const browser = (process.env['CHROMIUM_PATH'] ??= (await browserHere()) ?? '');
// Of a portal that runs already, behind a proxy with a certificate that nobody knows (`npm run e2e:proxy`).
const address = process.env['E2E_ADDRESS'];

/** Browser journeys against the built product: one server on a free port with a data directory of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  // A busy machine may take longer than the usual 5 s to show a page.
  expect: { timeout: 15_000 },
  // A shared machine may stall for seconds in the middle of a journey. One that needs its second try is named at the end of the run.
  retries: 1,
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    baseURL: address ?? `http://127.0.0.1:${port}`,
    ignoreHTTPSErrors: address !== undefined,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // A trace costs a third of the run; `npx playwright test --trace on NAME` records one where it is wanted.
    trace: 'off',
    launchOptions: {
      ...(browser !== '' && { executablePath: browser }),
      args: [
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  ...(address === undefined && {
    webServer: {
      command: 'node scripts/e2e-server.mjs',
      url: `http://127.0.0.1:${port}/readyz`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: { PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000' },
    },
  }),
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as AddressInfo;
      server.close(() => resolve(free));
    });
  });
}
