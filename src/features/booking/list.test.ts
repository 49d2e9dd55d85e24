import { describe, expect, test } from 'vitest';
import type { BookableAppointment } from './contract.ts';
import { groupByDay, toListEntries } from './rules.ts';

function slot(id: number, date: string, start: string, coach = 'Anna Berg', type = 'Einzelcoaching') {
  return { id, date, day: 'Montag', start, end: '23:00', coach, type, href: null } as BookableAppointment;
}

const failure = (refused: BookableAppointment, gone: boolean) => ({ slot: refused, sentence: 'Das ging nicht.', gone });

describe('the list of bookable appointments', () => {
  const berg = slot(1, '2026-11-30', '10:00', 'Anna Berg');
  const oezil = slot(2, '2026-11-30', '10:00', 'Özge Arslan');
  const open = slot(3, '2026-11-30', '11:00', 'Anna Berg', 'Speedcoaching');
  const next = slot(4, '2026-12-01', '09:00');
  const allSlots = [berg, oezil, open, next];
  const ids = (entries: { slot: BookableAppointment }[]) => entries.map((entry) => entry.slot.id);

  test('shows both types, or only the chosen one', () => {
    expect(ids(toListEntries(allSlots, [], 'both'))).toEqual([1, 2, 3, 4]);
    expect(ids(toListEntries(allSlots, [], 'einzel'))).toEqual([1, 2, 4]);
    expect(ids(toListEntries(allSlots, [], 'speed'))).toEqual([3]);
  });

  test('shows a refused slot with its message while it is still free', () => {
    expect(toListEntries(allSlots, [failure(oezil, false)], 'both')[1]).toEqual({
      slot: oezil,
      failure: failure(oezil, false),
      gone: false,
    });
  });

  test('shows that a slot is gone in its place, before and after the list is refetched', () => {
    for (const slots of [allSlots, allSlots.filter(({ id }) => id !== 2)]) {
      const entries = toListEntries(slots, [failure(oezil, true)], 'both');
      expect(ids(entries)).toEqual([1, 2, 3, 4]);
      expect(entries[1]?.gone).toBe(true);
    }
  });

  test('still shows the message of a refused slot that is no longer in the list', () => {
    const entries = toListEntries([berg, open], [failure(next, false)], 'both');
    expect(ids(entries)).toEqual([1, 3, 4]);
    expect(entries[2]?.gone).toBe(true);
  });

  test('starts a new day when the date differs from the previous entry [4.3]', () => {
    const days = groupByDay(toListEntries(allSlots, [], 'both'));
    expect(days.map(({ date, entries }) => [date, entries.length])).toEqual([
      ['2026-11-30', 3],
      ['2026-12-01', 1],
    ]);
  });
});
