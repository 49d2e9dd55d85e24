import { expect, test } from 'vitest';
import { openWorld } from '../../../../tests/support/world.ts';

test('security.txt names the provider’s contact and expires within a year', async () => {
  const world = await openWorld({
    env: { COACHING_EMAIL: 'sicherheit@provider.example', PUBLIC_URL: 'https://portal.provider.example' },
  });
  try {
    const response = await fetch(`${world.address}/.well-known/security.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines).toContain('Contact: mailto:sicherheit@provider.example');
    expect(lines).toContain('Canonical: https://portal.provider.example/.well-known/security.txt');
    const expires = lines.find((line) => line.startsWith('Expires: '))?.slice('Expires: '.length) ?? '';
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  } finally {
    await world.close();
  }
});
