import { describe, expect, test } from 'vitest';
import type { BookableAppointment } from './contract.ts';
import { groupByDay, toListEntries } from './rules.ts';

function slot(id: number, date: string, start: string, coach = 'Anna Berg', type = 'Einzelcoaching') {
  return { id, date, day: 'Montag', start, end: '23:00', coach, type, href: null } as BookableAppointment;
}

const toFailure = (failedSlot: BookableAppointment, isSlotGone: boolean) => ({
  slot: failedSlot,
  message: 'Das ging nicht.',
  isSlotGone,
});

describe('the list of bookable appointments', () => {
  const bergSlot = slot(1, '2026-11-30', '10:00', 'Anna Berg');
  const arslanSlot = slot(2, '2026-11-30', '10:00', 'Özge Arslan');
  const speedcoaching = slot(3, '2026-11-30', '11:00', 'Anna Berg', 'Speedcoaching');
  const nextDaySlot = slot(4, '2026-12-01', '09:00');
  const allSlots = [bergSlot, arslanSlot, speedcoaching, nextDaySlot];
  const idsOf = (entries: { slot: BookableAppointment }[]) => entries.map((entry) => entry.slot.id);

  test('shows both types, or only the chosen one', () => {
    expect(idsOf(toListEntries(allSlots, [], 'both'))).toEqual([1, 2, 3, 4]);
    expect(idsOf(toListEntries(allSlots, [], 'einzel'))).toEqual([1, 2, 4]);
    expect(idsOf(toListEntries(allSlots, [], 'speed'))).toEqual([3]);
  });

  test('shows the message about a failed booking at its slot if the slot is still free', () => {
    expect(toListEntries(allSlots, [toFailure(arslanSlot, false)], 'both')[1]).toEqual({
      slot: arslanSlot,
      failure: toFailure(arslanSlot, false),
      isSlotGone: false,
    });
  });

  test('shows the message instead of a slot that is gone, before and after the list is refetched', () => {
    for (const slots of [allSlots, allSlots.filter(({ id }) => id !== 2)]) {
      const entries = toListEntries(slots, [toFailure(arslanSlot, true)], 'both');
      expect(idsOf(entries)).toEqual([1, 2, 3, 4]);
      expect(entries[1]?.isSlotGone).toBe(true);
    }
  });

  test('still shows the message about a slot that the list no longer contains', () => {
    const entries = toListEntries([bergSlot, speedcoaching], [toFailure(nextDaySlot, false)], 'both');
    expect(idsOf(entries)).toEqual([1, 3, 4]);
    expect(entries[2]?.isSlotGone).toBe(true);
  });

  test('groups the entries by day [4.3]', () => {
    const days = groupByDay(toListEntries(allSlots, [], 'both'));
    expect(days.map(({ date, entries }) => [date, entries.length])).toEqual([
      ['2026-11-30', 3],
      ['2026-12-01', 1],
    ]);
  });
});
