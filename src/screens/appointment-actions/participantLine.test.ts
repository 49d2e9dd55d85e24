import { expect, test } from 'vitest';
import { describeBookedAhead, describeQuota } from './participantLine.ts';

const now = { date: '2026-12-01', time: '10:30' };
const at = (id: number, date: string, timeSlot: string, status: 'G' | 'V' | 'K' = 'G') => ({
  ...{ id, date, timeSlot, status, coachFullName: 'Cleo Rat', cancelKind: null, attended: false },
});
const describe = (...data: ReturnType<typeof at>[]) =>
  describeBookedAhead({ selfBooked: 0, appointments: { data } }, now);

test('the dialog to book for somebody says how many Einzelcoachings they have booked, and which comes next [4.22]', () => {
  expect(describeQuota({ selfBooked: 2 })).toBe('2 von 3 Einzelcoachings selbst gebucht');
  expect(describe()).toBe('Kein Termin steht an');
  // The search has the latest first.
  const [later, next] = [at(2, '2026-12-10', '09:00 - 09:45'), at(1, '2026-12-03', '10:00 - 10:45')];
  expect(describe(later, next)).toBe('Nächster Termin: Do, 03.12., 10:00 Uhr bei Cleo Rat, danach 1 weiterer');
  expect(describe(at(3, '2026-12-11', '09:00 - 09:45'), later, next)).toContain(', danach 2 weitere');
  expect(describe(at(4, '2026-12-01', '10:00 - 10:45'))).toBe('Nächster Termin: Di, 01.12., 10:00 Uhr bei Cleo Rat');
  expect(
    describe(
      at(5, '2026-12-01', '09:00 - 10:30'),
      at(6, '2026-12-02', '09:00 - 09:45', 'K'),
      at(7, '2026-11-30', '09:00 - 09:45', 'V'),
    ),
  ).toBe('Kein Termin steht an');
});
