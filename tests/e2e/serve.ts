import { rm } from 'node:fs/promises';
import { waitUntilReady, startBuiltPortal } from '../support/built-portal.ts';

/**
 * Playwright's global setup: starts the built portal with the demo's data, on the port and with the data directory that
 * playwright.config.ts has chosen. Returns a function that stops the portal. If `E2E_ADDRESS` names a running portal,
 * nothing is started.
 */
export default async function serve(): Promise<(() => Promise<void>) | undefined> {
  const { E2E_ADDRESS: address, E2E_PORT: port = '', E2E_DATA_DIR: dataDir = '' } = process.env;
  if (address !== undefined) return undefined;
  const portal = await startBuiltPortal(
    {
      PORT: port,
      DATA_DIR: dataDir,
      DEMO: '1',
      LOG_LEVEL: 'info',
      RATE_LIMIT_FACTOR: '1000',
      WEBHOOK_HOSTS: '127.0.0.1',
    },
    { output: 'discard' },
  );
  await waitUntilReady(portal);
  return async () => {
    await portal.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
