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

test('the move form rejects a booking of more than four hours before it is sent, but allows longer free slots [4.22] [7.19]', () => {
  expect(moveErrors(form, { booked: true })).toEqual([{ path: 'tillTime', message: tooLongMessage }]);
  expect(moveErrors({ ...form, tillTime: '14:00' }, { booked: true })).toEqual([]);
  expect(moveErrors(form, { booked: false })).toEqual([]);
});
