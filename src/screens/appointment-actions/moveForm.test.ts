import { expect, test } from 'vitest';
import { tooLongMessage } from '../../features/appointments/rules.ts';
import { moveErrors, type MoveForm } from './moveForm.ts';

const form: MoveForm = {
  coach: { value: 3, label: 'Ada Coach' },
  date: '2026-11-30',
  fromTime: '10:00',
  tillTime: '14:01',
  reason: '',
  release: true,
};

test('the move form itself rejects a booking of more than four hours, but allows free slots of that length [4.22] [7.19]', () => {
  expect(moveErrors(form, { isBooked: true })).toEqual([{ path: 'tillTime', message: tooLongMessage }]);
  expect(moveErrors({ ...form, tillTime: '14:00' }, { isBooked: true })).toEqual([]);
  expect(moveErrors(form, { isBooked: false })).toEqual([]);
});
