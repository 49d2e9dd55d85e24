import { expect, test } from 'vitest';
import { environmentOf } from './environment.ts';

test.each([
  ['localhost', 'development'],
  ['portal.localhost', 'development'],
  ['127.0.0.1', 'development'],
  ['127.1.2.3', 'development'],
  ['[::1]', 'development'],
  ['stage.portal.example', 'stage'],
  ['portal-stage.example', 'stage'],
  ['portal.example', 'production'],
  ['localhost.example', 'production'],
  ['notlocalhost', 'production'],
  ['127.0.0.1.example', 'production'],
  ['x127.0.0.1', 'production'],
  ['127.0.0', 'production'],
])('a page of %s runs in the environment %s [1.16]', (host, environment) =>
  expect(environmentOf(host)).toBe(environment),
);
