import { expect, test } from 'vitest';
import { day, id, oneOf, page, shownKinds, text, wholeNumber, type Param } from './searchFilters.ts';

const orderParam = oneOf('sortierung', ['name', 'day'], 'name', (order) => (order === 'name' ? 'name' : 'tag'));
const shownParam = shownKinds('ohne', { active: 'aktiv', inactive: 'inaktiv' });

test.each<[Param<never>, value: unknown, written: string]>([
  [text('suche'), 'Kim', 'Kim'],
  [text('suche'), '', ''],
  [day('von', '2026-12-01'), '2026-11-30', '2026-11-30'],
  [id('coach'), 7, '7'],
  [id('coach'), null, ''],
  [wholeNumber('sterne', 5, 1), 5, '5'],
  [page, 1, ''],
  [orderParam, 'day', 'tag'],
  [orderParam, 'name', ''],
  [shownParam, { active: true, inactive: true }, ''],
  [shownParam, { active: false, inactive: false }, 'aktiv,inaktiv'],
] as never)('a value is written to the address and read back: %#', (param, value, written) => {
  expect(param.write(value as never)).toBe(written);
  expect(param.read(written || null)).toEqual(value);
});

test.each<[Param<unknown>, raw: string, value: unknown]>([
  [text('suche', 3), ' Kim Beispiel ', 'Kim'],
  [day('von', '2026-12-01'), '2026-02-30', '2026-12-01'],
  [id('coach'), '-1', null],
  [id('coach'), '1e99', null],
  [page, '0', 1],
  [page, '2.5', 1],
  [page, '100001', 1],
  [orderParam, 'day', 'name'],
] as never)('invalid text in the address is shortened, or replaced by the default: %#', (param, raw, value) => {
  expect(param.read(raw)).toEqual(value);
});
