import { describe, expect, test } from 'vitest';
import { findWebhookErrors, isDelivered, isSwitchedOff, retryDelays, secondsUntilRetry } from './rules.ts';

test('a failed delivery is tried again after growing delays, and then given up [18.4]', () => {
  const hours = (count: number) => count * 3_600;
  expect(retryDelays).toEqual([5, 300, 1_800, hours(2), hours(5), hours(10), hours(14), hours(20), hours(24)]);
  expect(Array.from({ length: 10 }, (_, index) => secondsUntilRetry(index + 1))).toEqual([...retryDelays, null]);
});

test.each([
  [null, false],
  [199, false],
  [200, true],
  [299, true],
  [300, false],
  [500, false],
])('the status %s means that an event was delivered: %s [18.4]', (status, delivered) => {
  expect(isDelivered(status)).toBe(delivered);
});

describe('a webhook is switched off [18.4]', () => {
  const now = new Date('2027-03-02T10:00:00Z');
  const daysAgo = (days: number, extraMs = 0) => new Date(now.getTime() - days * 86_400_000 + extraMs);
  test.each([
    ['after the status 410', 410, daysAgo(0), true],
    ['not after another status', 500, daysAgo(0), false],
    ['not without an answer', null, daysAgo(0), false],
    ['not before five days of failure', null, daysAgo(5, 1), false],
    ['after five days of failure', null, daysAgo(5), true],
  ])('%s', (_name, httpStatus, failingSince, off) => {
    expect(isSwitchedOff({ httpStatus, failingSince, now })).toBe(off);
  });
});

test('the form of a webhook needs an address and an event, as far as they are sent [18.1]', () => {
  const paths = (form: Parameters<typeof findWebhookErrors>[0]) => findWebhookErrors(form).map(({ path }) => path);
  expect(paths({})).toEqual([]);
  expect(paths({ url: 'https://empfang.example/portal', events: ['rating.created'] })).toEqual([]);
  expect(paths({ url: 'empfang.example', events: [] })).toEqual(['url', 'events']);
  expect(paths({ url: '' })).toEqual(['url']);
});
