import { expect, test } from 'vitest';
import { findMovedRow, whyNotMove, type MoveFacts } from './rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const at = (time: string) => new Date(`2026-11-${time}:00Z`);
const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
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
  const worstCase = { ...facts, row: { ...row, status: 'V' as MoveFacts['row']['status'], startsAt: now } };
  Object.assign(worstCase, { participantActive: false, absent: true, overlapping: true, participantBusy: true });
  const target = { ...to, startsAt: now, endsAt: minutesFromNow(45) };
  const steps = [
    { reason: 'notBooked', fix: () => (worstCase.row.status = 'G') },
    { reason: 'started', fix: () => (worstCase.row.startsAt = at('29T10:00')) },
    { reason: 'inactive', fix: () => (worstCase.participantActive = true) },
    { reason: 'inPast', fix: () => Object.assign(target, to) },
    { reason: 'absent', fix: () => (worstCase.absent = false) },
    { reason: 'overlap', fix: () => (worstCase.overlapping = false) },
    { reason: 'participantOverlap', fix: () => (worstCase.participantBusy = false) },
  ];
  for (const { reason, fix } of steps) {
    expect(whyNotMove(worstCase, target)).toBe(reason);
    fix();
  }
  expect(whyNotMove(worstCase, target)).toBeNull();
  expect(whyNotMove({ ...worstCase, newCoachActive: false }, target)).toBe('inactive');
});

test('a booking can replace a free appointment at exactly that time; a free appointment cannot [4.17]', () => {
  expect(whyNotMove({ ...facts, matchingFreeSlot: 5 }, to)).toBeNull();
  expect(whyNotMove({ ...facts, matchingFreeSlot: 5, row: { ...row, status: 'F', participant: null } }, to)).toBe(
    'overlap',
  );
});

test('an appointment that starts at this instant has begun, and no appointment can be moved to this instant [4.17]', () => {
  const nextInstant = new Date(now.getTime() + 1);
  const endsAt = minutesFromNow(45);
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
  const movedFacts = {
    ...facts,
    row: { ...row, status: 'K' as const },
    successor: { ...to, appointment: 4, status: 'G' },
  };
  expect(findMovedRow(3, movedFacts, to)).toBe(4);
  expect(findMovedRow(3, movedFacts, { ...to, coach: 1 })).toBeNull();
  expect(findMovedRow(3, { ...movedFacts, successor: { ...movedFacts.successor, status: 'K' } }, to)).toBeNull();
});

test('a booking cannot be moved to an interval of more than four hours (tooLong comes before all other reasons), but a free appointment can [4.17] [7.19]', () => {
  const longInterval = { ...to, startsAt: at('30T10:00'), endsAt: at('30T14:01') };
  const worstCase = { ...facts, participantActive: false, overlapping: true, row: { ...row, startsAt: now } };
  expect(whyNotMove(worstCase, longInterval)).toBe('tooLong');
  expect(whyNotMove(facts, { ...longInterval, endsAt: at('30T14:00') })).toBeNull();
  expect(whyNotMove({ ...facts, row: { ...row, status: 'F', participant: null } }, longInterval)).toBeNull();
  expect(whyNotMove({ ...facts, row: { ...row, status: 'K' } }, longInterval)).toBe('notBooked');
});
