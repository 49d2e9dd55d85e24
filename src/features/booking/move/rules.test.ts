import { expect, test } from 'vitest';
import { findMovedRow, whyNotMove, type MoveFacts } from './rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const minutesAfter = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const to = { coach: 2, startsAt: at('30T10:00'), endsAt: at('30T10:45') };
const row: MoveFacts['row'] = {
  status: 'G',
  participant: 7,
  coach: 1,
  startsAt: at('29T10:00'),
  endsAt: at('29T10:45'),
  movedByStaff: false,
  quotaNumber: 1,
  coachActive: true,
};
const facts: MoveFacts = {
  row,
  successor: null,
  matchingFreeSlot: null,
  overlapping: false,
  participantBusy: false,
  participantActive: true,
  newCoachActive: true,
  absent: false,
  now,
};

test('a move is refused with the first reason in the order of the contract [4.17]', () => {
  // At first almost all reasons apply. Each step then removes the first one.
  const worst = { ...facts, row: { ...row, status: 'V' as MoveFacts['row']['status'], startsAt: now } };
  Object.assign(worst, { participantActive: false, absent: true, overlapping: true, participantBusy: true });
  const target = { ...to, startsAt: now, endsAt: minutesAfter(45) };
  const steps = [
    { reason: 'notBooked', fix: () => (worst.row.status = 'G') },
    { reason: 'started', fix: () => (worst.row.startsAt = at('29T10:00')) },
    { reason: 'inactive', fix: () => (worst.participantActive = true) },
    { reason: 'inPast', fix: () => Object.assign(target, to) },
    { reason: 'absent', fix: () => (worst.absent = false) },
    { reason: 'overlap', fix: () => (worst.overlapping = false) },
    { reason: 'participantOverlap', fix: () => (worst.participantBusy = false) },
  ];
  for (const { reason, fix } of steps) {
    expect(whyNotMove(worst, target)).toBe(reason);
    fix();
  }
  expect(whyNotMove(worst, target)).toBeNull();
  expect(whyNotMove({ ...worst, newCoachActive: false }, target)).toBe('inactive');
});

test('a booking can replace a free appointment at exactly that time; a free appointment cannot [4.17]', () => {
  expect(whyNotMove({ ...facts, matchingFreeSlot: 5 }, to)).toBeNull();
  expect(whyNotMove({ ...facts, matchingFreeSlot: 5, row: { ...row, status: 'F', participant: null } }, to)).toBe(
    'overlap',
  );
});

test('an appointment that starts at this instant has begun, and no appointment can be moved to this instant [4.17]', () => {
  const nextInstant = new Date(now.getTime() + 1);
  const endsAt = minutesAfter(45);
  expect(whyNotMove({ ...facts, row: { ...row, startsAt: now } }, to)).toBe('started');
  expect(whyNotMove({ ...facts, row: { ...row, startsAt: nextInstant } }, to)).toBeNull();
  expect(whyNotMove(facts, { ...to, startsAt: now, endsAt })).toBe('inPast');
  expect(whyNotMove(facts, { ...to, startsAt: nextInstant, endsAt })).toBeNull();
});

test('a call that repeats a move is recognised only if coach and time are the same and the appointment is still free or booked [4.17]', () => {
  const alreadyAtTarget = { ...facts, row: { ...row, ...to } };
  expect(findMovedRow(3, alreadyAtTarget, to)).toBe(3);
  expect(findMovedRow(3, { ...alreadyAtTarget, row: { ...alreadyAtTarget.row, status: 'V' } }, to)).toBeNull();
  expect(findMovedRow(3, alreadyAtTarget, { ...to, coach: 1 })).toBeNull();
  expect(findMovedRow(3, alreadyAtTarget, { ...to, endsAt: at('30T11:00') })).toBeNull();
  const moved = { ...facts, row: { ...row, status: 'K' as const }, successor: { ...to, appointment: 4, status: 'G' } };
  expect(findMovedRow(3, moved, to)).toBe(4);
  expect(findMovedRow(3, moved, { ...to, coach: 1 })).toBeNull();
  expect(findMovedRow(3, { ...moved, successor: { ...moved.successor, status: 'K' } }, to)).toBeNull();
});

test('a booking cannot be moved to an interval of more than four hours, and tooLong is the first reason; a free appointment can [4.17] [7.19]', () => {
  const long = { ...to, startsAt: at('30T10:00'), endsAt: at('30T14:01') };
  const worst = { ...facts, participantActive: false, overlapping: true, row: { ...row, startsAt: now } };
  expect(whyNotMove(worst, long)).toBe('tooLong');
  expect(whyNotMove(facts, { ...long, endsAt: at('30T14:00') })).toBeNull();
  expect(whyNotMove({ ...facts, row: { ...row, status: 'F', participant: null } }, long)).toBeNull();
  expect(whyNotMove({ ...facts, row: { ...row, status: 'K' } }, long)).toBe('notBooked');
});
