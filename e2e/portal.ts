import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { test as base } from './test.ts';

const server = join(import.meta.dirname, '../dist/server/main.js');

/** Starts a portal of its own with the demo, on settings of the test's choice. */
export async function startPortal(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'));
  const own = spawn(process.execPath, [server], {
    env: {
      ...process.env,
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(own, 'exit');
  const address = await addressOf(createInterface(own.stdout));
  return {
    address,
    async stop() {
      own.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Tests that fill whole calendars: each worker has a portal of its own with the demo, which the others do not see. */
export const test = base.extend<object, { portal: string }>({
  portal: [
    async ({ playwright }, run) => {
      const portal = await startPortal();
      const request = await playwright.request.newContext();
      await expect(await request.get(`${portal.address}/readyz`)).toBeOK();
      await run(portal.address);
      await request.dispose();
      await portal.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ portal }, run) => run(portal),
});

/** Where the server listens, as its log says. */
async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /listening at (http:[^"]+)/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('the portal did not start');
}
