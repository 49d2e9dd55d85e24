import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorld } from '../../../../tests/support/world.ts';

async function fetchFrame(providerSettings: object) {
  const file = join(tmpdir(), `portal-${process.pid}.json`);
  await writeFile(file, JSON.stringify(providerSettings));
  const world = await openWorld({ env: { PORTAL_FILE: file } });
  const response = await fetch(`${world.address}/chat-frame`);
  const frame = { status: response.status, headers: response.headers, text: await response.text() };
  const otherResponse = await fetch(`${world.address}/api/service/public/getPortal.php`, { method: 'POST' });
  await world.close();
  return { ...frame, otherPolicy: otherResponse.headers.get('content-security-policy') ?? '' };
}

test('the chat’s frame has its own origin and loads only the configured script [1.15]', async () => {
  const { status, headers, text, otherPolicy } = await fetchFrame({ chatScript: 'https://chat.example/w.js?a=1&b="2' });
  expect(status).toBe(200);
  expect(text).toContain('src="https://chat.example/w.js?a=1&#38;b=');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'; script-src https://chat.example;");
  expect(policy).toContain('sandbox allow-scripts allow-forms allow-popups');
  expect(policy).not.toContain('allow-same-origin');
  expect(headers.get('x-frame-options')).toBeNull();
  expect(otherPolicy).not.toContain('chat.example');
});

test('without a configured chat there is no frame', async () => {
  expect((await fetchFrame({})).status).toBe(404);
});
