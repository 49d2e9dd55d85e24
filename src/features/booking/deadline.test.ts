import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { addDays, germanMoment, instantOf } from '../../shared/berlin.ts';
import { findFreeQuotaNumber, formatHeldUntil, findNextFreeSlots, whyNotBook, whyNotCancel } from './rules.ts';
import { canCancel, cancellableUntil } from '../../shared/coaching.ts';

/** Returns the days of all clock changes from 2025 to 2035: the last Sundays of March and October. */
function listClockChanges(): string[] {
  const dates: string[] = [];
  for (let year = 2025; year <= 2035; year++)
    for (const month of [3, 10]) {
      const lastDay = new Temporal.PlainDate(year, month, 31);
      dates.push(lastDay.subtract({ days: lastDay.dayOfWeek % 7 }).toString());
    }
  return dates;
}

/**
 * Uses an independent library to compute the instant 48 hours before a time on the Berlin wall clock. Returns null if a
 * clock change skips or repeats the time.
 */
function computeDeadline(date: string, time: string): number | null {
  try {
    const start = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime('Europe/Berlin', {
      disambiguation: 'reject',
    });
    return start.subtract({ hours: 48 }).epochMilliseconds;
  } catch {
    return null;
  }
}

test('the limit of 48 hours is exact to the second for starts at every minute around the clock changes of 2025–2035 [4.8]', () => {
  const differences: string[] = [];
  let checkedInstants = 0;
  for (const change of listClockChanges())
    for (let day = -3; day <= 3; day++) {
      const date = addDays(change, day);
      for (let minute = 0; minute < 1440; minute++) {
        const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
        const deadline = computeDeadline(date, time);
        const start = instantOf(date, time);
        // Both are null if a clock change skips or repeats the time.
        const agrees =
          deadline === null || start === null
            ? deadline === start
            : [-1000, 0, 1000].every(
                (offset) =>
                  canCancel({ startsAt: start, movedByStaff: false }, new Date(deadline + offset)) === offset <= 0,
              );
        checkedInstants += 3;
        if (!agrees) differences.push(`${date} ${time}`);
      }
    }
  expect(differences).toEqual([]);
  expect(checkedInstants).toBe(22 * 7 * 1440 * 3);
});

describe('the text with the deadline', () => {
  test.each([
    ['2026-11-30', '10:00', 'Sa, 28.11.2026, 10:00 Uhr'],
    ['2026-03-30', '10:00', 'Sa, 28.03.2026, 09:00 Uhr'],
    ['2026-10-26', '10:00', 'Sa, 24.10.2026, 11:00 Uhr'],
  ])('shows that an appointment on %s at %s can be cancelled until %s', (date, time, expected) => {
    const start = instantOf(date, time);
    if (!start) throw new Error('no such time');
    expect(germanMoment(cancellableUntil({ startsAt: start, movedByStaff: false }))).toBe(expected);
  });
});

describe('the reason why a slot cannot be booked', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const slot = {
    type: 'Einzelcoaching' as const,
    status: 'F',
    participant: null,
    startsAt: new Date('2026-11-23T10:00:00Z'),
    hold: null,
  };
  const booker = { id: 1, active: true, hasEditableFile: true, quotaNumbers: [], busy: false };

  test('is the first one that applies, in the order of the contract', () => {
    // At first all reasons apply. Each step then removes the first one.
    const worstCase = {
      slot: { ...slot, type: 'Speedcoaching' as const, status: 'V', participant: 2, startsAt: now },
      booker: { ...booker, active: false, hasEditableFile: false, quotaNumbers: [1, 2, 3], busy: true },
    };
    const steps = [
      { reason: 'notBookable', fix: () => Object.assign(worstCase.slot, { type: 'Einzelcoaching' }) },
      { reason: 'slotTaken', fix: () => Object.assign(worstCase.slot, { status: 'F', participant: null }) },
      { reason: 'started', fix: () => Object.assign(worstCase.slot, { startsAt: slot.startsAt }) },
      { reason: 'inactive', fix: () => Object.assign(worstCase.booker, { active: true }) },
      { reason: 'noEditableFile', fix: () => Object.assign(worstCase.booker, { hasEditableFile: true }) },
      { reason: 'limitReached', fix: () => Object.assign(worstCase.booker, { quotaNumbers: [1, 3] }) },
      { reason: 'overlap', fix: () => Object.assign(worstCase.booker, { busy: false }) },
    ];
    for (const { reason, fix } of steps) {
      expect(whyNotBook(worstCase.slot, worstCase.booker, now)).toBe(reason);
      fix();
    }
    expect(whyNotBook(worstCase.slot, worstCase.booker, now)).toBeNull();
  });

  test('is slotTaken while the slot is held for another person, but no longer at the instant at which the hold ends [12.3]', () => {
    const slotHeldFor = (holder: number, remainingMs: number) => ({
      ...slot,
      hold: { holder, heldUntil: new Date(now.getTime() + remainingMs) },
    });
    expect(whyNotBook(slotHeldFor(2, 1), booker, now)).toBe('slotTaken');
    expect(whyNotBook(slotHeldFor(2, 0), booker, now)).toBeNull();
    expect(whyNotBook(slotHeldFor(1, 1), booker, now)).toBeNull();
  });

  test('is started for a slot that starts at this instant', () => {
    expect(whyNotBook({ ...slot, startsAt: now }, booker, now)).toBe('started');
    expect(whyNotBook({ ...slot, startsAt: new Date(now.getTime() + 1) }, booker, now)).toBeNull();
  });
});

test('a new booking gets the lowest unused quota number, or none if all three are used', () => {
  expect([[], [1], [2, 3], [1, 3], [1, 2, 3]].map(findFreeQuotaNumber)).toEqual([1, 2, 1, 2, null]);
});

test('a participant can cancel a booking again without effect, but not if staff have cancelled it or set it to missed, or if it has begun', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const booking = {
    status: 'G',
    startsAt: new Date('2026-11-24T10:00:00Z'),
    movedByStaff: false,
    cancelledBySelf: false,
  };
  expect(whyNotCancel(booking, now)).toBeNull();
  expect(whyNotCancel({ ...booking, status: 'K', cancelledBySelf: true }, now)).toBe('done');
  expect(whyNotCancel({ ...booking, status: 'K' }, now)).toBe('notBooked');
  expect(whyNotCancel({ ...booking, status: 'V' }, now)).toBe('notBooked');
  expect(whyNotCancel({ ...booking, startsAt: now }, now)).toBe('tooLate');
});

test('when a slot has been taken, the next three free slots are suggested, or the earliest ones if none follows', () => {
  const slot = (id: number, start: string, type = 'Einzelcoaching') => ({ id, date: '2026-12-01', start, type });
  const freeSlots = [
    slot(1, '08:00'),
    slot(2, '10:00'),
    slot(3, '10:00', 'Speedcoaching'),
    slot(4, '11:00'),
    slot(5, '12:00'),
    slot(6, '13:00'),
  ];
  expect(findNextFreeSlots(freeSlots, slot(9, '10:00')).map(({ id }) => id)).toEqual([2, 4, 5]);
  expect(findNextFreeSlots(freeSlots, slot(9, '15:00')).map(({ id }) => id)).toEqual([1, 2, 4]);
});

test('a held slot shows until when it is held, with the date if the hold does not end today in Berlin [12.7]', () => {
  const today = '2026-11-30';
  expect(formatHeldUntil('2026-11-30T13:30:00.000Z', today)).toBe('Für dich reserviert bis 14:30 Uhr');
  expect(formatHeldUntil('2026-12-01T07:30:00.000Z', today)).toBe('Für dich reserviert bis Di, 01.12.2026, 08:30 Uhr');
  // At half past midnight it is already the next day in Berlin, but not in UTC.
  expect(formatHeldUntil('2026-11-30T23:30:00.000Z', today)).toBe('Für dich reserviert bis Di, 01.12.2026, 00:30 Uhr');
});
