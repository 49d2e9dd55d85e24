import { expect, test } from 'vitest';
import type { Booker } from '../rules.ts';
import { whyNotBookDirectly, whyNotUndoBooking, type DirectBooking, type DirectSlot } from './rules.ts';

const now = new Date('2026-11-23T10:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test('a direct booking is refused with the first reason in the order of the reference [4.19]', () => {
  const slot: DirectSlot = {
    type: 'Speedcoaching',
    status: 'G',
    participant: 2,
    startsAt: now,
    endsAt: at(242),
    hold: null,
  };
  // Neither a document nor a quota number is required.
  const booker: Booker = { id: 1, active: false, hasEditableFile: false, quotaNumbers: [1, 2, 3], busy: true };
  const steps = [
    { reason: 'notBookable', fix: () => (slot.type = 'Einzelcoaching') },
    { reason: 'slotTaken', fix: () => Object.assign(slot, { status: 'F', participant: null }) },
    { reason: 'started', fix: () => (slot.startsAt = at(1)) },
    { reason: 'inactive', fix: () => (booker.active = true) },
    { reason: 'participantOverlap', fix: () => (booker.busy = false) },
    { reason: 'tooLong', fix: () => (slot.endsAt = at(241)) },
  ];
  for (const { reason, fix } of steps) {
    expect(whyNotBookDirectly(slot, booker, now)).toBe(reason);
    fix();
  }
  expect(whyNotBookDirectly(slot, booker, now)).toBeNull();
  const held = (heldUntil: Date) => whyNotBookDirectly({ ...slot, hold: { holder: 1, heldUntil } }, booker, now);
  expect([held(at(1)), held(now)]).toEqual(['slotTaken', null]);
});

const booking: DirectBooking = {
  status: 'G',
  startsAt: at(1),
  bookedAt: at(-60),
  bookedBy: 7,
  selfBooked: false,
  movedByParticipant: false,
  cancelKind: null,
  cancelledBy: null,
};
const undone: Partial<DirectBooking> = { status: 'K', cancelKind: 'byAdmin', cancelledBy: 7 };

test.each<[string, Partial<DirectBooking>, string | null]>([
  ['was made an hour ago', {}, null],
  ['was made more than an hour ago', { bookedAt: new Date(at(-60).getTime() - 1) }, 'tooLate'],
  ['begins at this instant', { startsAt: now }, 'tooLate'],
  ['was set to missed', { status: 'V' }, 'notBooked'],
  ['was rescheduled by its participant', { movedByParticipant: true }, 'notBooked'],
  ['is already undone', undone, 'done'],
  ['was cancelled by another person', { ...undone, cancelledBy: 8 }, 'notBooked'],
  ['was cancelled as goodwill', { ...undone, cancelKind: 'goodwill' }, 'notBooked'],
  ['was made by the participant themselves', { selfBooked: true }, 'notBooked'],
])('a direct booking that %s can be undone or not, as expected [4.20]', (_, change, outcome) => {
  expect(whyNotUndoBooking({ ...booking, ...change }, 7, now)).toBe(outcome);
});

test('a booking by another person, or an appointment never booked, is notBooked even when it is too late [4.20]', () => {
  const tooLate = { bookedAt: at(-600), startsAt: at(-60) };
  expect(whyNotUndoBooking({ ...booking, ...tooLate, bookedBy: 8 }, 7, now)).toBe('notBooked');
  expect(whyNotUndoBooking({ ...booking, ...tooLate, bookedAt: null, bookedBy: null }, 7, now)).toBe('notBooked');
});
