import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { startPortal } from './portal.ts';
import { test } from './test.ts';

/** The script of a malicious chat provider, which tries to read the portal's data. */
const probingScript = `
  const attempt = (name, readData) => {
    try { return name + ': ' + readData(); } catch (error) { return name + ': ' + error.name; }
  };
  document.body.append(
    attempt('storage', () => localStorage.getItem('sessionId')),
    ' ', attempt('portal', () => parent.localStorage.getItem('sessionId')),
    ' ', attempt('cookie', () => document.cookie),
  );
`;

test('the support chat’s script runs in a frame and cannot read any of the portal’s data [1.15]', async ({ page }) => {
  const provider = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(probingScript);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'portal-chat-'));
  const settingsFile = join(folder, 'portal.json');
  await writeFile(settingsFile, JSON.stringify({ chatScript: `${origin}/chat.js` }));
  const portal = await startPortal({ PORTAL_FILE: settingsFile });
  try {
    const chatRequests: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(origin)) chatRequests.push(request.url());
    });
    await page.addInitScript(() => {
      // Only the portal's own page may write to the storage.
      if (window === window.top) localStorage.setItem('sessionId', 'geheim');
    });
    await page.goto(`${portal.url}/genesys`);
    const chat = page.getByRole('region', { name: 'Support-Chat' });
    await expect(chat).toContainText(new URL(origin).host);
    expect(chatRequests).toEqual([]);
    await expect(page.locator('iframe')).toHaveCount(0);
    await expectAccessible(page);

    await chat.getByRole('button', { name: 'Chat starten' }).click();
    const frame = page.frameLocator('iframe[title="Support-Chat"]').locator('body');
    await expect(frame).toContainText('storage: SecurityError portal: SecurityError cookie: SecurityError');
    expect(chatRequests).toEqual([`${origin}/chat.js`]);
  } finally {
    await portal.stop();
    provider.close();
    await rm(folder, { recursive: true, force: true });
  }
});
