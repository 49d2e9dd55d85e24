import { expect, test } from 'vitest';
import { recordingMessages, tooLongMessage } from '../../features/appointments/rules.ts';
import { appointmentErrors, type NewAppointment } from './newAppointment.ts';

const today = '2026-11-25';
const participant = { participantId: 7, fullName: 'Robin Reise', email: 'robin@example.org' };
const form: NewAppointment = {
  type: 'Einzelcoaching',
  date: today,
  fromTime: '10:00',
  tillTime: '10:45',
  direct: true,
  participant,
  coach: { value: 3, label: 'Ada Coach' },
};

test('before sending, the form rejects a direct booking of more than four hours, for admins too [7.2] [7.19]', () => {
  const longForm = { ...form, tillTime: '14:01' };
  for (const asAdmin of [false, true])
    expect(appointmentErrors(longForm, { asAdmin, today })).toEqual([{ path: 'tillTime', message: tooLongMessage }]);
  expect(appointmentErrors({ ...longForm, tillTime: '14:00' }, { asAdmin: false, today })).toEqual([]);
  expect(appointmentErrors({ ...longForm, direct: false }, { asAdmin: false, today })).toEqual([]);
  expect(appointmentErrors({ ...longForm, type: 'Speedcoaching' }, { asAdmin: false, today })).toEqual([]);
});

test('before sending, the form rejects a direct booking for a day more than two weeks ago, but not for admins [7.2] [7.19]', () => {
  const oldForm = { ...form, date: '2026-11-10' };
  const error = { path: 'date', message: recordingMessages.tooLongAgo };
  expect(appointmentErrors(oldForm, { asAdmin: false, today })).toEqual([error]);
  expect(appointmentErrors({ ...oldForm, date: '2026-11-11' }, { asAdmin: false, today })).toEqual([]);
  expect(appointmentErrors(oldForm, { asAdmin: true, today })).toEqual([]);
});
