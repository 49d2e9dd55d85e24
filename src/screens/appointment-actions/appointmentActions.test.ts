import { expect, test } from 'vitest';
import { actionsFor } from './appointmentActions.ts';

test('a coach sets what has begun to missed, or back, while that is possible [4.22]', () => {
  const appointment = {
    id: 1,
    date: '2026-11-30',
    timeSlot: '10:00 - 10:45',
    isSpeedcoaching: false,
    reserved: false,
    coachId: 3,
    coachFullName: 'Ada Coach',
    participantFullName: 'Amira Yılmaz',
    participantEmail: 'amira@example.com',
    status: 'G',
  } as const;
  const begun = { isUpcoming: false, asAdmin: false, canReport: true };
  expect(actionsFor(appointment, begun)).toEqual(['missed', 'person']);
  expect(actionsFor({ ...appointment, status: 'V' }, begun)).toEqual(['booked', 'person']);
  expect(actionsFor(appointment, { ...begun, canReport: false })).toEqual(['person']);
  expect(actionsFor({ ...appointment, status: 'K' }, begun)).toEqual(['person']);
  expect(actionsFor(appointment, { ...begun, asAdmin: true })).toEqual(['cancel', 'goodwill', 'missed', 'person']);
});
