import { expect, test } from 'vitest';
import type { Booker } from '../rules.ts';
import { whyNotBookFor, whyNotTakeBack, type DirectBooking, type DirectSlot } from './rules.ts';

const now = new Date('2026-11-23T10:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test('what staff cannot book for somebody is refused in the order of the reference [4.19]', () => {
  const slot: DirectSlot = {
    ...{ type: 'Speedcoaching', status: 'G', participant: 2, startsAt: now, endsAt: at(242), hold: null },
  };
  // Neither a document nor a quota number is asked for.
  const booker: Booker = { id: 1, active: false, hasEditableFile: false, quotaNumbers: [1, 2, 3], busy: true };
  const steps = [
    { reason: 'notBookable', mend: () => (slot.type = 'Einzelcoaching') },
    { reason: 'slotTaken', mend: () => Object.assign(slot, { status: 'F', participant: null }) },
    { reason: 'started', mend: () => (slot.startsAt = at(1)) },
    { reason: 'inactive', mend: () => (booker.active = true) },
    { reason: 'participantOverlap', mend: () => (booker.busy = false) },
    { reason: 'tooLong', mend: () => (slot.endsAt = at(241)) },
  ];
  for (const { reason, mend } of steps) {
    expect(whyNotBookFor(slot, booker, now)).toBe(reason);
    mend();
  }
  expect(whyNotBookFor(slot, booker, now)).toBeNull();
  const held = (heldUntil: Date) => whyNotBookFor({ ...slot, hold: { holder: 1, heldUntil } }, booker, now);
  expect([held(at(1)), held(now)]).toEqual(['slotTaken', null]);
});

const booking: DirectBooking = {
  ...{ status: 'G', startsAt: at(1), bookedAt: at(-60), bookedBy: 7, selfBooked: false },
  ...{ movedByParticipant: false, cancelKind: null, cancelledBy: null },
};
const takenBack: Partial<DirectBooking> = { status: 'K', cancelKind: 'byAdmin', cancelledBy: 7 };

test.each<[string, Partial<DirectBooking>, string | null]>([
  ['an hour ago', {}, null],
  ['more than an hour ago', { bookedAt: new Date(at(-60).getTime() - 1) }, 'tooLate'],
  ['and begins right now', { startsAt: now }, 'tooLate'],
  ['and was marked as missed', { status: 'V' }, 'notBooked'],
  ['and its participant has moved it here', { movedByParticipant: true }, 'notBooked'],
  ['and cancelled already', takenBack, 'done'],
  ['and somebody else cancelled', { ...takenBack, cancelledBy: 8 }, 'notBooked'],
  ['and then granted as goodwill', { ...takenBack, cancelKind: 'goodwill' }, 'notBooked'],
  ['for oneself, as a participant', { selfBooked: true }, 'notBooked'],
])('what one booked directly %s: whether it can be taken back [4.20]', (_, change, outcome) => {
  expect(whyNotTakeBack({ ...booking, ...change }, 7, now)).toBe(outcome);
});

test('what others booked, and what nobody has booked, is not taken back, however late it is [4.20]', () => {
  const long = { bookedAt: at(-600), startsAt: at(-60) };
  expect(whyNotTakeBack({ ...booking, ...long, bookedBy: 8 }, 7, now)).toBe('notBooked');
  expect(whyNotTakeBack({ ...booking, ...long, bookedAt: null, bookedBy: null }, 7, now)).toBe('notBooked');
});
