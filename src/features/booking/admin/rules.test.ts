import { describe, expect, test } from 'vitest';
import type { CancelKind, Status } from '../../../shared/coaching.ts';
import { adminActions, planSteps, type BookingToChange } from './rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const upcoming = new Date(+now + 1);

/** The result of each action, in the order of the menu. G is booked, V missed, K cancelled and F free. */
function plan(status: Status, changes: Partial<BookingToChange> = {}, release = true) {
  const booking: BookingToChange = { status, cancelKind: null, startsAt: now, active: true, ...changes };
  const results = adminActions.map((action) => [action, planSteps(booking, action, { release, now })]);
  return Object.fromEntries(results) as Record<string, unknown>;
}

describe('an admin sets an appointment that has begun [4.10]', () => {
  test.each<[string, Status, CancelKind | null, Record<string, string[]>]>([
    ['booked', 'G', null, { cancelled: ['cancel'], goodwill: ['cancel'], missed: ['miss'], booked: [] }],
    ['missed', 'V', null, { cancelled: ['cancel'], goodwill: ['cancel'], missed: [], booked: ['restoreBooking'] }],
    [
      'cancelled',
      'K',
      'byParticipant',
      { cancelled: [], goodwill: ['changeCancelKind'], missed: ['rebook', 'miss'], booked: ['rebook'] },
    ],
    [
      'cancelled as goodwill',
      'K',
      'goodwill',
      { cancelled: ['changeCancelKind'], goodwill: [], missed: ['rebook', 'miss'], booked: ['rebook'] },
    ],
  ])('from %s', (_, status, cancelKind, steps) => expect(plan(status, { cancelKind })).toEqual(steps));

  test('but not a free one or one whose booking was moved away', () => {
    const allRefused = { cancelled: 'notBooked', goodwill: 'notBooked', missed: 'notBooked', booked: 'notBooked' };
    expect(plan('F')).toEqual(allRefused);
    expect(plan('K', { cancelKind: 'rescheduled' })).toEqual(allRefused);
  });

  test('even if the participant or the coach is inactive', () =>
    expect(plan('K', { active: false })).toEqual(plan('K')));
});

describe('an admin sets an upcoming appointment [4.10]', () => {
  test('from booked, and opens its slot again if the admin wants that', () => {
    const steps = {
      cancelled: ['cancel', 'release'],
      goodwill: ['cancel', 'release'],
      missed: 'notStarted',
      booked: [],
    };
    expect(plan('G', { startsAt: upcoming })).toEqual(steps);
    expect(plan('G', { startsAt: upcoming }, false)).toEqual({ ...steps, cancelled: ['cancel'], goodwill: ['cancel'] });
  });

  test('from cancelled to booked only if the participant and the coach are active, and never to missed', () => {
    const steps = { cancelled: [], goodwill: ['changeCancelKind'], missed: 'notStarted', booked: ['rebook'] };
    expect(plan('K', { startsAt: upcoming })).toEqual(steps);
    expect(plan('K', { startsAt: upcoming, active: false })).toEqual({ ...steps, booked: 'inactive' });
    expect(plan('G', { startsAt: upcoming, active: false })).toEqual(plan('G', { startsAt: upcoming }));
  });
});
