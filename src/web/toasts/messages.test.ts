import { expect, test } from 'vitest';
import { belongsToLeftPage } from './messages.ts';

const success = { severity: 'success', undo: undefined, sentAt: 10_000 } as const;

test('leaving a page takes its successes along, but neither failures nor Rückgängig, nor what was said on leaving [1.7]', () => {
  expect(belongsToLeftPage(success, 11_001)).toBe(true);
  expect(belongsToLeftPage(success, 11_000)).toBe(false);
  expect(belongsToLeftPage(success, 9_000)).toBe(false);
  expect(belongsToLeftPage({ ...success, undo: () => {} }, 60_000)).toBe(false);
  for (const severity of ['error', 'warning', 'info'] as const)
    expect(belongsToLeftPage({ ...success, severity }, 60_000)).toBe(false);
});
