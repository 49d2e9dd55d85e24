import { expect, test } from 'vitest';
import type { Booker } from '../rules.ts';
import { whyNotBookDirectly, whyNotUndoBooking, type DirectBooking, type DirectSlot } from './rules.ts';

const now = new Date('2026-11-23T10:00:00Z');
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test('a direct booking is refused with the first reason in the order of the reference [4.19]', () => {
  // At first all reasons apply. Each step then removes the first one.
  const slot: DirectSlot = {
    type: 'Speedcoaching',
    status: 'G',
    participant: 2,
    startsAt: now,
    // Even after the start is fixed, the slot is one minute longer than four hours.
    endsAt: at(242),
    hold: null,
  };
  // The missing document and the used quota numbers must not matter.
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
  const whyNotBookHeldSlot = (heldUntil: Date) =>
    whyNotBookDirectly({ ...slot, hold: { holder: 1, heldUntil } }, booker, now);
  expect([whyNotBookHeldSlot(at(1)), whyNotBookHeldSlot(now)]).toEqual(['slotTaken', null]);
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
const undoneFacts: Partial<DirectBooking> = { status: 'K', cancelKind: 'byAdmin', cancelledBy: 7 };

test.each<[facts: string, outcome: string, changes: Partial<DirectBooking>, reason: string | null]>([
  ['was made an hour ago', 'can be undone', {}, null],
  ['was made more than an hour ago', 'cannot be undone', { bookedAt: new Date(at(-60).getTime() - 1) }, 'tooLate'],
  ['begins at this instant', 'cannot be undone', { startsAt: now }, 'tooLate'],
  ['was set to missed', 'cannot be undone', { status: 'V' }, 'notBooked'],
  ['was rescheduled by its participant', 'cannot be undone', { movedByParticipant: true }, 'notBooked'],
  ['is already undone', 'can be undone again without effect', undoneFacts, 'done'],
  ['was cancelled by another person', 'cannot be undone', { ...undoneFacts, cancelledBy: 8 }, 'notBooked'],
  ['was cancelled as goodwill', 'cannot be undone', { ...undoneFacts, cancelKind: 'goodwill' }, 'notBooked'],
  ['was made by the participant themselves', 'cannot be undone', { selfBooked: true }, 'notBooked'],
])('a direct booking that %s %s [4.20]', (_facts, _outcome, changes, reason) => {
  expect(whyNotUndoBooking({ ...booking, ...changes }, 7, now)).toBe(reason);
});

test('undoing a booking by another person, or an appointment that was never booked, is refused as notBooked, not as tooLate [4.20]', () => {
  const tooLate = { bookedAt: at(-600), startsAt: at(-60) };
  expect(whyNotUndoBooking({ ...booking, ...tooLate, bookedBy: 8 }, 7, now)).toBe('notBooked');
  expect(whyNotUndoBooking({ ...booking, ...tooLate, bookedAt: null, bookedBy: null }, 7, now)).toBe('notBooked');
});
