import { describe, expect, test } from 'vitest';
import type { BookableAppointment } from './contract.ts';
import { byDay, entriesOf } from './rules.ts';

function slot(id: number, date: string, start: string, coach = 'Anna Berg', type = 'Einzelcoaching') {
  return { id, date, day: 'Montag', start, end: '23:00', coach, type, href: null } as BookableAppointment;
}

const failed = (of: BookableAppointment, gone: boolean) => ({ slot: of, sentence: 'Das ging nicht.', gone });

describe('the list of what can be booked', () => {
  const berg = slot(1, '2026-11-30', '10:00', 'Anna Berg');
  const oezil = slot(2, '2026-11-30', '10:00', 'Özge Arslan');
  const open = slot(3, '2026-11-30', '11:00', 'Anna Berg', 'Speedcoaching');
  const next = slot(4, '2026-12-01', '09:00');
  const all = [berg, oezil, open, next];
  const ids = (entries: { slot: BookableAppointment }[]) => entries.map((entry) => entry.slot.id);

  test('shows both types, or the chosen one', () => {
    expect(ids(entriesOf(all, [], 'both'))).toEqual([1, 2, 3, 4]);
    expect(ids(entriesOf(all, [], 'einzel'))).toEqual([1, 2, 4]);
    expect(ids(entriesOf(all, [], 'speed'))).toEqual([3]);
  });

  test('keeps a refused slot with its sentence while it is still free', () => {
    expect(entriesOf(all, [failed(oezil, false)], 'both')[1]).toEqual({
      slot: oezil,
      failure: failed(oezil, false),
      gone: false,
    });
  });

  test('says in its place that a slot is gone, before and after the list is refetched', () => {
    for (const slots of [all, all.filter(({ id }) => id !== 2)]) {
      const entries = entriesOf(slots, [failed(oezil, true)], 'both');
      expect(ids(entries)).toEqual([1, 2, 3, 4]);
      expect(entries[1]?.gone).toBe(true);
    }
  });

  test('keeps the sentence of a refused slot that has left the list', () => {
    const entries = entriesOf([berg, open], [failed(next, false)], 'both');
    expect(ids(entries)).toEqual([1, 3, 4]);
    expect(entries[2]?.gone).toBe(true);
  });

  test('starts a new day when the date differs from the previous entry [4.3]', () => {
    const days = byDay(entriesOf(all, [], 'both'));
    expect(days.map(({ date, entries }) => [date, entries.length])).toEqual([
      ['2026-11-30', 3],
      ['2026-12-01', 1],
    ]);
  });
});
