import { describe, expect, test } from 'vitest';
import { buildMoveMails, isAlreadyMoved, shouldReopenOldSlot, whyNotReschedule } from './rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const oldSlot = { coach: 1, startsAt: at('30T10:00'), endsAt: at('30T10:45'), coachActive: true };

test('rescheduling is refused with the first reason in the order of the contract [4.15]', () => {
  // At first all reasons apply. Each step then removes the first one.
  const facts = {
    booking: { ...oldSlot, status: 'V', startsAt: now, movedByStaff: false, quotaNumber: 1 },
    slot: {
      type: 'Speedcoaching' as 'Speedcoaching' | 'Einzelcoaching',
      status: 'V',
      participant: 2 as number | null,
      coach: 2,
      startsAt: now,
      endsAt: at('21T11:00'),
      movedFrom: null,
      hold: null,
    },
    booker: { id: 1, active: false, hasEditableFile: false, busy: true },
    now,
  };
  const steps = [
    { reason: 'notBooked', fix: () => (facts.booking.status = 'G') },
    { reason: 'tooLate', fix: () => (facts.booking.startsAt = oldSlot.startsAt) },
    { reason: 'notBookable', fix: () => (facts.slot.type = 'Einzelcoaching') },
    { reason: 'slotTaken', fix: () => Object.assign(facts.slot, { status: 'F', participant: null }) },
    { reason: 'started', fix: () => (facts.slot.startsAt = at('21T10:15')) },
    { reason: 'inactive', fix: () => (facts.booker.active = true) },
    { reason: 'noEditableFile', fix: () => (facts.booker.hasEditableFile = true) },
    { reason: 'overlap', fix: () => (facts.booker.busy = false) },
  ];
  for (const { reason, fix } of steps) {
    expect(whyNotReschedule(facts)).toBe(reason);
    fix();
  }
  expect(whyNotReschedule(facts)).toBeNull();
});

test('the same move counts as done only while the new slot has the booking that its participant moved there [4.15]', () => {
  const isDone = (changes: { status?: string; participant?: number; movedFrom?: number | null }) =>
    isAlreadyMoved(
      {
        booking: { ...oldSlot, status: 'K', movedByStaff: false, quotaNumber: null },
        slot: {
          ...oldSlot,
          type: 'Einzelcoaching',
          status: 'G',
          participant: 1,
          movedFrom: 10,
          hold: null,
          ...changes,
        },
        booker: { id: 1, active: true, hasEditableFile: true, busy: false },
        now,
      },
      10,
    );
  expect(isDone({})).toBe(true);
  expect(isDone({ status: 'V' })).toBe(false);
  expect(isDone({ participant: 2 })).toBe(false);
  expect(isDone({ movedFrom: 12 })).toBe(false);
  expect(isDone({ movedFrom: null })).toBe(false);
});

describe('the old slot of a moved booking [4.15]', () => {
  const otherCoachSlot = { coach: 2, startsAt: at('30T10:00'), endsAt: at('30T10:45') };
  const isReopened = (oldChanges: Partial<typeof oldSlot>, newSlot = otherCoachSlot, release = true) =>
    shouldReopenOldSlot({ ...oldSlot, ...oldChanges }, newSlot, { release, now });

  test('becomes free again', () => {
    expect(isReopened({})).toBe(true);
  });

  test('stays closed on request, once it has begun, and if its coach is inactive', () => {
    expect(isReopened({}, otherCoachSlot, false)).toBe(false);
    expect(isReopened({ startsAt: now })).toBe(false);
    expect(isReopened({ startsAt: new Date(now.getTime() + 1) })).toBe(true);
    expect(isReopened({ coachActive: false })).toBe(false);
  });

  test.each([
    ['stays closed', 'overlaps its start', '30T09:30', '30T10:15', false],
    ['stays closed', 'overlaps its end', '30T10:30', '30T11:15', false],
    ['stays closed', 'contains it', '30T09:00', '30T12:00', false],
    ['becomes free again', 'ends at its start', '30T09:15', '30T10:00', true],
    ['becomes free again', 'starts at its end', '30T10:45', '30T11:30', true],
  ])('%s if the new slot of the same coach %s', (_outcome, _position, from, till, reopened) => {
    expect(isReopened({}, { coach: 1, startsAt: at(from), endsAt: at(till) })).toBe(reopened);
    expect(isReopened({}, { coach: 2, startsAt: at(from), endsAt: at(till) })).toBe(true);
  });
});

test('a person who has several roles in a move gets only one mail, which keeps the calendar event [4.15]', () => {
  const describeMails = (participant: number, from: number, to: number) =>
    buildMoveMails({
      participant,
      byStaff: true,
      from: { appointment: 10, coach: from },
      to: { appointment: 11, coach: to },
    }).map(({ kind, person, appointment }) => `${kind} ${person} ${appointment}`);
  expect(describeMails(1, 2, 3)).toEqual([
    'appointmentMovedByStaff 1 11',
    'appointmentMovedByStaff 3 11',
    'appointmentHandedOver 2 10',
  ]);
  expect(describeMails(1, 2, 2)).toEqual(['appointmentMovedByStaff 1 11', 'appointmentMovedByStaff 2 11']);
  expect(describeMails(1, 1, 2)).toEqual(['appointmentMovedByStaff 1 11', 'appointmentMovedByStaff 2 11']);
  expect(describeMails(2, 1, 2)).toEqual(['appointmentMovedByStaff 2 11', 'appointmentHandedOver 1 10']);
});

test('a participant who moves a booking and the coach get the mail about the new time, not the mail about a move by staff [4.15]', () => {
  const move = { participant: 1, from: { appointment: 10, coach: 2 }, to: { appointment: 11, coach: 2 } };
  expect(buildMoveMails({ ...move, byStaff: false })).toEqual([
    { kind: 'appointmentRescheduled', person: 1, appointment: 11 },
    { kind: 'appointmentRescheduled', person: 2, appointment: 11 },
  ]);
});
