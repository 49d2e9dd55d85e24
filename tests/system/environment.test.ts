import { expect, test } from 'vitest';
import { environmentOf } from '../../src/shared/environment.ts';

test.each([
  ['localhost', 'development'],
  ['127.0.0.1', 'development'],
  ['[::1]', 'development'],
  ['portal.localhost', 'development'],
  ['stage.coaching.example', 'stage'],
  ['coaching-stage.example', 'stage'],
  ['coaching.example', 'production'],
  ['localhost.example', 'production'],
])('the host %s belongs to the environment %s [1.16]', (host, environment) => {
  expect(environmentOf(host)).toBe(environment);
});
