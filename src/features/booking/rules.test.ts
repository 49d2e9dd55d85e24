import { describe, expect, test } from 'vitest';
import type { BookableAppointment } from './contract.ts';
import {
  findFreeQuotaNumber,
  findNextFreeSlots,
  formatHeldUntil,
  groupByDay,
  hasAlreadyBooked,
  isHeldForAnother,
  toListEntries,
  whyNotBook,
  whyNotCancel,
  whyNotCancelOrReschedule,
  whyNotTakeSlot,
  type Booker,
  type FailedBooking,
  type Slot,
  formatLateEntries,
  groupByCoach,
  splitOffLateEntries,
  type ListEntry,
} from './rules.ts';

const now = new Date('2026-11-24T12:00:00Z');
const hour = 3_600_000;
const at = (hoursFromNow: number) => new Date(+now + hoursFromNow * hour);

// The status G is booked, V is missed, K is cancelled, F is free.
const freeSlot: Slot = { type: 'Einzelcoaching', status: 'F', participant: null, startsAt: at(100), hold: null };
const booker: Booker = { id: 7, active: true, hasEditableFile: true, quotaNumbers: [], busy: false };
const holdFor = (holder: number, heldUntil = at(1)) => ({ holder, heldUntil });

describe('a slot [4.4]', () => {
  test('can be taken if it is a free Einzelcoaching that has not started', () => {
    expect(whyNotTakeSlot(freeSlot, 7, now)).toBeNull();
    expect(whyNotTakeSlot({ ...freeSlot, startsAt: new Date(+now + 1) }, 7, now)).toBeNull();
    expect(whyNotTakeSlot({ ...freeSlot, startsAt: now }, 7, now)).toBe('started');
    expect(whyNotTakeSlot({ ...freeSlot, status: 'G', startsAt: now }, 7, now)).toBe('slotTaken');
    expect(whyNotTakeSlot({ ...freeSlot, status: 'K' }, 7, now)).toBe('slotTaken');
    expect(whyNotTakeSlot({ ...freeSlot, type: 'Speedcoaching', status: 'G' }, 7, now)).toBe('notBookable');
  });

  test('that is held can be taken only by its holder until the hold ends, and never by staff before [12.3]', () => {
    const heldSlot = { ...freeSlot, hold: holdFor(7) };
    expect(whyNotTakeSlot(heldSlot, 7, now)).toBeNull();
    expect(whyNotTakeSlot(heldSlot, 8, now)).toBe('slotTaken');
    expect(whyNotTakeSlot(heldSlot, null, now)).toBe('slotTaken');
    expect(isHeldForAnother(holdFor(7, new Date(+now + 1)), 8, now)).toBe(true);
    expect(isHeldForAnother(holdFor(7, now), 8, now)).toBe(false);
    expect(isHeldForAnother(null, 8, now)).toBe(false);
  });

  test('is refused for the first reason that applies', () => {
    const refused: Booker = { id: 7, active: false, hasEditableFile: false, quotaNumbers: [1, 2, 3], busy: true };
    expect(whyNotBook({ ...freeSlot, startsAt: now }, refused, now)).toBe('started');
    expect(whyNotBook(freeSlot, refused, now)).toBe('inactive');
    expect(whyNotBook(freeSlot, { ...refused, active: true }, now)).toBe('noEditableFile');
    expect(whyNotBook(freeSlot, { ...refused, active: true, hasEditableFile: true }, now)).toBe('limitReached');
    expect(whyNotBook(freeSlot, { ...booker, quotaNumbers: [1, 2], busy: true }, now)).toBe('overlap');
    expect(whyNotBook(freeSlot, { ...booker, quotaNumbers: [1, 2] }, now)).toBeNull();
  });

  test('is already booked only by the participant who has booked it', () => {
    expect(hasAlreadyBooked({ ...freeSlot, status: 'G', participant: 7 }, booker)).toBe(true);
    expect(hasAlreadyBooked({ ...freeSlot, status: 'G', participant: 8 }, booker)).toBe(false);
    expect(hasAlreadyBooked({ ...freeSlot, status: 'V', participant: 7 }, booker)).toBe(false);
  });
});

test('a new booking gets the lowest of the three quota numbers that is not used [4.5]', () => {
  expect([[], [2, 3], [1], [1, 3], [2, 1], [3, 1, 2]].map(findFreeQuotaNumber)).toEqual([1, 1, 2, 2, 3, null]);
});

describe('cancelling a booking [4.8]', () => {
  const booking = { status: 'G', startsAt: at(48), movedByStaff: false, cancelledBySelf: false };

  test('is possible until exactly 48 hours before its start, or until its start if staff have moved it', () => {
    expect(whyNotCancel(booking, now)).toBeNull();
    expect(whyNotCancel({ ...booking, startsAt: new Date(+at(48) - 1) }, now)).toBe('tooLate');
    expect(whyNotCancelOrReschedule({ ...booking, startsAt: new Date(+at(48) - 1) }, now)).toBe('tooLate');
    expect(whyNotCancel({ ...booking, movedByStaff: true, startsAt: new Date(+now + 1) }, now)).toBeNull();
    expect(whyNotCancel({ ...booking, movedByStaff: true, startsAt: now }, now)).toBe('tooLate');
  });

  test('again succeeds for the participant who cancelled it, and is refused for any other state', () => {
    expect(whyNotCancel({ ...booking, status: 'K', cancelledBySelf: true }, now)).toBe('done');
    expect(whyNotCancel({ ...booking, status: 'K' }, now)).toBe('notBooked');
    expect(whyNotCancel({ ...booking, cancelledBySelf: true }, now)).toBeNull();
    expect(whyNotCancelOrReschedule({ ...booking, status: 'V' }, now)).toBe('notBooked');
  });
});

describe('after a slot was taken by somebody else [4.4]', () => {
  const slot = (id: number, date: string, start: string, type = 'Einzelcoaching') => ({ id, date, start, type });
  const takenSlot = slot(1, '2026-12-02', '10:00');
  const earlier = slot(2, '2026-12-01', '18:00');
  const slots = [
    earlier,
    takenSlot,
    slot(3, '2026-12-02', '10:00'),
    slot(4, '2026-12-02', '11:00', 'Speedcoaching'),
    slot(5, '2026-12-02', '12:00'),
    slot(6, '2026-12-03', '09:00'),
    slot(7, '2026-12-04', '09:00'),
  ];

  test('the next three Einzelcoachings from its start on are suggested', () => {
    expect(findNextFreeSlots(slots, takenSlot).map(({ id }) => id)).toEqual([3, 5, 6]);
    expect(findNextFreeSlots(slots, takenSlot, 1).map(({ id }) => id)).toEqual([3]);
  });

  test('the earliest ones are suggested if none is later', () => {
    expect(findNextFreeSlots([earlier, takenSlot], takenSlot)).toEqual([earlier]);
    expect(findNextFreeSlots([takenSlot], takenSlot)).toEqual([]);
  });
});

test('a held slot says until when it is reserved, with the date unless that is today [12.7]', () => {
  // In Berlin, it is already the next day.
  expect(formatHeldUntil('2026-11-24T23:30:00Z', '2026-11-25')).toBe('Für dich reserviert bis 00:30 Uhr');
  expect(formatHeldUntil('2026-11-24T23:30:00Z', '2026-11-24')).toBe(
    'Für dich reserviert bis Mi, 25.11.2026, 00:30 Uhr',
  );
});

describe('the list of bookable appointments [4.4]', () => {
  const createSlot = (id: number, start: string, changes: Partial<BookableAppointment> = {}): BookableAppointment => ({
    id,
    type: 'Einzelcoaching',
    date: '2026-12-01',
    day: 'Dienstag',
    start,
    end: '',
    coach: 'Abel',
    coachId: 1,
    coachPicture: null,
    href: null,
    stornoPossible: true,
    ...changes,
  });
  const failureOf = (slot: BookableAppointment, isSlotGone = true): FailedBooking => ({
    slot,
    message: 'vergeben',
    isSlotGone,
  });
  const describeEntries = (...args: Parameters<typeof toListEntries>) =>
    toListEntries(...args).map(
      ({ slot, failure, isSlotGone }) =>
        `${slot.id}${failure ? ` ${failure.message}` : ''}${isSlotGone ? ' gone' : ''}`,
    );
  const [nine, ten, eleven] = [createSlot(9, '09:00'), createSlot(10, '10:00'), createSlot(11, '11:00')];

  test('has the message about a failed booking at a slot that can still be booked', () => {
    expect(describeEntries([nine, ten], [failureOf(ten, false)], 'both')).toEqual(['9', '10 vergeben']);
  });

  test('has the message in place of a slot that is gone, whether or not the server still lists it', () => {
    const expected = ['9', '10 vergeben gone', '11'];
    expect(describeEntries([nine, ten, eleven], [failureOf(ten)], 'both')).toEqual(expected);
    expect(describeEntries([nine, eleven], [failureOf(ten)], 'both')).toEqual(expected);
    expect(describeEntries([nine, eleven], [failureOf(ten, false)], 'both')).toEqual(expected);
    expect(describeEntries([nine], [failureOf(ten)], 'both')).toEqual(['9', '10 vergeben gone']);
    expect(describeEntries([ten], [failureOf(nine)], 'both')).toEqual(['9 vergeben gone', '10']);
    const tomorrow = createSlot(8, '08:00', { date: '2026-12-02' });
    expect(describeEntries([tomorrow], [failureOf(ten)], 'both')).toEqual(['10 vergeben gone', '8']);
  });

  test('has slots with the same start in the order of their coaches’ names', () => {
    const [abel, oetker, zander] = ['Abel', 'Ötker', 'Zander'].map((coach, index) =>
      createSlot(index + 1, '09:00', { coach }),
    ) as [BookableAppointment, BookableAppointment, BookableAppointment];
    expect(describeEntries([abel, zander], [failureOf(oetker)], 'both')).toEqual(['1', '2 vergeben gone', '3']);
  });

  test('has only the slots of the chosen type', () => {
    const speed = createSlot(12, '12:00', { type: 'Speedcoaching' });
    expect(describeEntries([nine, speed], [failureOf(ten)], 'einzel')).toEqual(['9', '10 vergeben gone']);
    expect(describeEntries([nine, speed], [failureOf(ten)], 'speed')).toEqual(['12']);
    expect(describeEntries([nine, speed], [], 'both')).toEqual(['9', '12']);
  });

  test('is grouped by day [4.3]', () => {
    const tomorrow = createSlot(12, '08:00', { date: '2026-12-02', day: 'Mittwoch' });
    const groups = groupByDay(toListEntries([nine, ten, tomorrow], [], 'both'));
    expect(groups.map(({ date, day, entries }) => [date, day, entries.map(({ slot }) => slot.id)])).toEqual([
      ['2026-12-01', 'Dienstag', [9, 10]],
      ['2026-12-02', 'Mittwoch', [12]],
    ]);
    expect(groupByDay([])).toEqual([]);
  });

  test('folds away what could not be cancelled, but no failed booking and no reserved slot [4.25]', () => {
    const late = { stornoPossible: false };
    const slots = [
      createSlot(8, '08:00', late),
      createSlot(9, '09:00', { ...late, heldUntil: '2026-12-01T08:00:00Z' }),
      createSlot(10, '10:00', late),
      createSlot(11, '11:00', { type: 'Speedcoaching', stornoPossible: null }),
      createSlot(12, '12:00'),
    ] as const;
    const idsOf = (entries: readonly ListEntry[]) => entries.map(({ slot }) => slot.id);
    const split = (...args: Parameters<typeof toListEntries>) => {
      const { lateEntries, otherEntries } = splitOffLateEntries(toListEntries(...args), false);
      return [idsOf(lateEntries), idsOf(otherEntries)];
    };
    expect(split(slots, [], 'both')).toEqual([
      [8, 10],
      [9, 11, 12],
    ]);
    expect(split(slots, [failureOf(slots[2], false)], 'both')).toEqual([[8], [9, 10, 11, 12]]);
    // If nothing else is free, nothing is folded away.
    expect(split([slots[0], slots[2]], [], 'both')).toEqual([[], [8, 10]]);
    expect(split([], [], 'both')).toEqual([[], []]);
    // Others may come with the next page.
    const firstPage = toListEntries([slots[0], slots[2]], [], 'both');
    expect(splitOffLateEntries(firstPage, true)).toEqual({ lateEntries: firstPage, otherEntries: [] });
  });

  test('names the days and the number of the entries that are folded away [4.25]', () => {
    const entries = toListEntries(
      [nine, ten, createSlot(1, '09:00', { date: '2026-12-02' }), createSlot(2, '08:00', { date: '2026-12-03' })],
      [],
      'both',
    );
    const today = '2026-12-01';
    expect(formatLateEntries(entries.slice(0, 1), today)).toBe('Heute: 1 Termin, nicht mehr stornierbar');
    expect(formatLateEntries(entries.slice(0, 3), today)).toBe('Heute und morgen: 3 Termine, nicht mehr stornierbar');
    expect(formatLateEntries(entries, today)).toBe('Heute, morgen und Do, 03.12.: 4 Termine, nicht mehr stornierbar');
  });

  test('is grouped by coach in German order, and within a coach by start [4.25]', () => {
    const ofCoach = (id: number, coachId: number, coach: string) => createSlot(id, `0${id}:00`, { coachId, coach });
    const entries = toListEntries(
      [ofCoach(1, 7, 'Zander'), ofCoach(2, 8, 'Ötker'), ofCoach(3, 7, 'Zander')],
      [],
      'both',
    );
    const groups = groupByCoach(entries).map(({ coachId, entries: own }) => [coachId, own.map(({ slot }) => slot.id)]);
    expect(groups).toEqual([
      [8, [2]],
      [7, [1, 3]],
    ]);
  });
});
