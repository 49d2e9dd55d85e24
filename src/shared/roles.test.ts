import { expect, test } from 'vitest';
import { homeOf, isStaff, roleOfId } from './roles.ts';

test.each([
  [1, 'participant', false, '/intern-participant'],
  [2, 'coach', true, '/intern-coach'],
  [3, 'admin', true, '/intern-admin'],
  [4, null, false, '/intern-participant'],
  [null, null, false, '/intern-participant'],
])('the role id %j means %s [1.2] [2.7]', (id, role, staff, home) => {
  expect([roleOfId(id), isStaff(id), homeOf(id)]).toEqual([role, staff, home]);
});
