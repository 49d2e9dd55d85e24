import { describe, expect, test } from 'vitest';
import {
  figureSpans,
  listFigureDates,
  networkOf,
  normalizeVisitValue,
  rankByUtilisation,
  toCoachDays,
  toTraffic,
  type AppointmentOfDay,
} from './rules.ts';

test('an IP address is shortened to its network, and a value to printable text on one line', () => {
  expect(networkOf('203.0.113.77')).toBe('203.0.113.0/24');
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:abcd:12::1')).toBe('2001:db8:abcd::/48');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48');
  expect(networkOf('nonsense')).toBe('');
  expect(normalizeVisitValue(' a\u0000b\n c ')).toBe('a b c');
});

test('no part of an IP address but its network is kept, however it is written [10.4]', () => {
  expect(networkOf('::FFFF:203.0.113.77')).toBe('203.0.113.0/24');
  expect(networkOf('2001:0DB8:00ab:12:3:4:5:6')).toBe('2001:db8:ab::/48');
  expect(networkOf('2001:db8:abcd:12:3:4:5::')).toBe('2001:db8:abcd::/48');
  expect(networkOf('::2:3:4:5:6:7:8')).toBe('0:2:3::/48');
  expect(networkOf('::1')).toBe('0:0:0::/48');
  expect(networkOf('::')).toBe('0:0:0::/48');
  expect(networkOf('fe80::1:2%eth0')).toBe('fe80:0:0::/48');
  expect(networkOf('1.2.3.4.5')).toBe('');
  expect(networkOf('x1.2.3.4')).toBe('');
});

test('a counted value has at most 200 characters [10.4]', () => {
  expect(normalizeVisitValue('x'.repeat(201))).toBe('x'.repeat(200));
  expect(normalizeVisitValue(`${' '.repeat(300)}x\u200By`)).toBe('x y');
});

describe('the dates of the figures [10.3]', () => {
  test('are the last 30 days and the Mondays of the last 12 weeks, the earliest first', () => {
    const { days, weeks } = listFigureDates('2026-11-25');
    expect([days.length, days[0], days.at(-2), days.at(-1)]).toEqual([30, '2026-10-27', '2026-11-24', '2026-11-25']);
    expect([weeks.length, weeks[0], weeks.at(-2), weeks.at(-1)]).toEqual([
      12,
      '2026-09-07',
      '2026-11-16',
      '2026-11-23',
    ]);
    expect(figureSpans).toEqual({ days: 30, weeks: 12 });
  });
});

test('coaches are ranked by the share of their booked Einzelcoachings, then by name [10.3]', () => {
  const coach = (name: string, booked: number, offered: number) => ({ coach: name, booked, offered });
  const ranked = rankByUtilisation([coach('Zoe', 1, 4), coach('Özil', 2, 4), coach('Abel', 1, 2), coach('Uhl', 3, 3)]);
  expect(ranked.map(({ coach: name, share }) => [name, share])).toEqual([
    ['Uhl', 1],
    ['Abel', 0.5],
    ['Özil', 0.5],
    ['Zoe', 0.25],
  ]);
});

test('visits are counted by value, and the most common value of each kind is named [10.4]', () => {
  const kinds = ['ipAddress', 'screenWidth', 'screenHeight', 'userLanguage', 'userAgent'];
  const viewportKinds = ['viewportWidth', 'viewportHeight'];
  const counts = [...kinds, ...viewportKinds].flatMap((kind) => [
    { kind, value: `first ${kind}`, count: 2 },
    { kind, value: `second ${kind}`, count: 1 },
  ]);
  const capitalize = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1);
  const expected = Object.fromEntries([
    ...[...kinds, ...viewportKinds].map((kind) => [`mostCommon${capitalize(kind)}`, `first ${kind}`] as const),
    ...kinds.map((kind) => [kind, { [`first ${kind}`]: 2, [`second ${kind}`]: 1 }] as const),
  ]);
  expect(toTraffic(counts)).toEqual(expected);
  expect(toTraffic([])).toMatchObject({ mostCommonUserAgent: '', userAgent: {} });
});

describe('the day of each coach [10.1]', () => {
  let nextId = 1;
  /** An appointment on 30 November 2026; `slot` is 'HH:mm - HH:mm' in Berlin. */
  const appointment = (slot: string, facts: Partial<AppointmentOfDay> = {}): AppointmentOfDay => ({
    id: nextId++,
    coachId: 7,
    coach: 'Ute Abel',
    status: 'G',
    isSpeedcoaching: false,
    startsAt: new Date(`2026-11-30T${slot.slice(0, 5)}:00+01:00`),
    endsAt: new Date(`2026-11-30T${slot.slice(-5)}:00+01:00`),
    participant: facts.status === 'F' ? null : 'Kim Lang',
    attended: false,
    ...facts,
  });
  const dayAt = (time: string, ...appointments: AppointmentOfDay[]) =>
    toCoachDays(appointments, new Date(`2026-11-30T${time}:00+01:00`))[0];

  test('names what takes place from its start until its end, and what begins after that', () => {
    const day = [appointment('09:00 - 09:45', { participant: 'Ada Süß' }), appointment('10:00 - 10:45')];
    expect(dayAt('08:59', ...day)).toMatchObject({ current: null, next: { timeSlot: '09:00 - 09:45' } });
    expect(dayAt('09:00', ...day)).toMatchObject({
      current: { appointmentId: day[0]?.id, timeSlot: '09:00 - 09:45', participant: 'Ada Süß' },
      next: { appointmentId: day[1]?.id, timeSlot: '10:00 - 10:45', participant: 'Kim Lang' },
    });
    expect(dayAt('09:45', ...day)).toMatchObject({ current: null, next: { timeSlot: '10:00 - 10:45' } });
    expect(dayAt('10:00', ...day)).toMatchObject({ current: { timeSlot: '10:00 - 10:45' }, next: null });
  });

  test('leaves out what is free or missed, but not a Speedcoaching', () => {
    const speedcoaching = appointment('11:00 - 12:00', { status: 'F', isSpeedcoaching: true });
    const day = [appointment('09:00 - 12:00', { status: 'V' }), appointment('10:00 - 12:00', { status: 'F' })];
    expect(dayAt('08:00', ...day)).toMatchObject({ current: null, next: null });
    expect(dayAt('08:00', ...day, speedcoaching)).toMatchObject({ next: { participant: null } });
    expect(dayAt('11:30', ...day, speedcoaching)).toMatchObject({ current: { appointmentId: speedcoaching.id } });
  });

  test('counts what is booked and missed on the whole day, and what is still free', () => {
    const day = [
      appointment('09:00 - 09:45'),
      appointment('10:00 - 10:45', { status: 'V' }),
      appointment('11:00 - 11:45', { status: 'F' }),
      appointment('12:00 - 12:45', { status: 'F' }),
      appointment('12:00 - 13:00', { status: 'F', isSpeedcoaching: true }),
      appointment('14:00 - 14:45'),
    ];
    expect(dayAt('11:00', ...day)).toMatchObject({ booked: 2, missed: 1, free: 1 });
  });

  test('counts the booked appointments that are over, and of which nobody knows whether the participant was there', () => {
    const day = [
      appointment('09:00 - 09:45'),
      appointment('10:00 - 10:45', { attended: true }),
      appointment('11:00 - 11:45', { status: 'V' }),
      appointment('12:00 - 12:45', { status: 'F' }),
      appointment('13:00 - 13:45'),
    ];
    expect(dayAt('13:44', ...day)).toMatchObject({ unanswered: 1 });
    expect(dayAt('13:45', ...day)).toMatchObject({ unanswered: 2 });
  });

  test('is sorted by the coach’s name in German order', () => {
    const [zander, aermel] = [
      { coachId: 1, coach: 'Bo Zander' },
      { coachId: 2, coach: 'Änne Ärmel' },
    ];
    const days = toCoachDays([appointment('09:00 - 09:45', zander), appointment('09:00 - 09:45', aermel)], new Date(0));
    expect(days.map(({ coachId, coach }) => ({ coachId, coach }))).toEqual([aermel, zander]);
  });
});
