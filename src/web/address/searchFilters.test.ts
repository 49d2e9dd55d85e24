import { expect, test } from 'vitest';
import {
  dayParam,
  idParam,
  oneOfParam,
  pageParam,
  shownKindsParam,
  textParam,
  wholeNumberParam,
  type Param,
} from './searchFilters.ts';

const orderParam = oneOfParam('sortierung', ['name', 'day'], 'name', (order) => (order === 'name' ? 'name' : 'tag'));
const shownParam = shownKindsParam('ohne', { active: 'aktiv', inactive: 'inaktiv' });

test.each<[Param<never>, value: unknown, written: string]>([
  [textParam('suche'), 'Kim', 'Kim'],
  [textParam('suche'), '', ''],
  [dayParam('von', '2026-12-01'), '2026-11-30', '2026-11-30'],
  [idParam('coach'), 7, '7'],
  [idParam('coach'), null, ''],
  [wholeNumberParam('sterne', 5, 1), 5, '5'],
  [pageParam, 1, ''],
  [orderParam, 'day', 'tag'],
  [orderParam, 'name', ''],
  [shownParam, { active: true, inactive: true }, ''],
  [shownParam, { active: false, inactive: false }, 'aktiv,inaktiv'],
] as never)('a value is written to the URL and read back: %#', (param, value, written) => {
  expect(param.write(value as never)).toBe(written);
  expect(param.read(written || null)).toEqual(value);
});

test.each<[Param<unknown>, raw: string, value: unknown]>([
  [textParam('suche', 3), ' Kim Beispiel ', 'Kim'],
  [dayParam('von', '2026-12-01'), '2026-02-30', '2026-12-01'],
  [idParam('coach'), '-1', null],
  [idParam('coach'), '1e99', null],
  [pageParam, '0', 1],
  [pageParam, '2.5', 1],
  [pageParam, '100001', 1],
  [orderParam, 'day', 'name'],
] as never)(
  'text in the URL is shortened if it is too long, and replaced by the default if it is invalid: %#',
  (param, raw, value) => {
    expect(param.read(raw)).toEqual(value);
  },
);
