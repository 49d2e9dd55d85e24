import { expect, test } from 'vitest';
import { pauseUntilRefresh } from './deliveryStates.ts';

const now = Date.parse('2026-11-30T09:00:00Z');
const delivered = { status: 'delivered', nextAt: null } as const;
const failed = { status: 'failed', nextAt: null } as const;
const due = { status: 'waiting', nextAt: '2026-11-30T08:59:58Z' } as const;
const later = { status: 'waiting', nextAt: '2026-11-30T11:00:00Z' } as const;

test.each([
  ['each second while one is being sent', [later, due, delivered], true, 1_000],
  ['seldom while one waits for a later try', [later, delivered], true, 15_000],
  ['not once all are delivered or have failed', [delivered, failed], true, false],
  ['not while there is none', [], true, false],
  ['not while the webhook is off, which sends nothing', [due, later], false, false],
])('the list of deliveries is refreshed %s [18.5]', (_, deliveries, active, pause) =>
  expect(pauseUntilRefresh(deliveries, { active, now })).toBe(pause),
);
