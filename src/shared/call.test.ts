import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import {
  call,
  date,
  dateField,
  emptyObject,
  field,
  flag,
  id,
  isoWeekdayField,
  optionalId,
  passwordField,
  phoneField,
  sharedRefusals,
  text,
  toFieldErrors,
} from './call.ts';

const parse = (schema: z.ZodMiniType, value: unknown) => {
  const { success, data } = z.safeParse(schema, value);
  return success ? data : 'refused';
};

test('a declared call has defaults, and its own values instead of them', () => {
  const declaration = { path: 'a/b', summary: '', may: ['admin'], input: emptyObject, output: emptyObject } as const;
  const { rules, ...defaults } = call(declaration);
  expect(defaults).toEqual({
    ...declaration,
    refusals: {},
    currentRecord: null,
    scope: null,
    allowedBeforeSetUpOf: false,
    rateLimit: 'calls',
    answersGet: false,
    isReport: false,
    body: 'json',
    responseType: 'json',
    refusalStatus: 200,
    hasTopLevelStatus: false,
  });
  expect(rules({} as never, { forbiddenInEmail: '' })).toEqual([]);
  expect(call({ ...declaration, refusalStatus: 409 }).refusalStatus).toBe(409);
});

test('the sentences of the shared refusals are German', () => {
  for (const message of Object.values(sharedRefusals)) expect(message).toMatch(/^[A-ZÄÖÜ].*\.$/);
});

describe('a text', () => {
  test('is trimmed, normalised to NFC and limited in length', () => {
    expect(parse(text(5), '  U\u0308ben ')).toBe('Üben');
    expect(parse(text(4), '  Üben ')).toBe('Üben');
    expect(parse(text(3), 'Üben')).toBe('refused');
    expect(parse(text(5), null)).toBe('refused');
  });

  test('has no control characters; only a text of several lines has line breaks and tabs', () => {
    const texts = ['a\nb', 'a\r\nb', 'a\tb', 'a\n\tb\n\nc'];
    expect(texts.map((value) => parse(text(9), value))).toEqual(texts.map(() => 'refused'));
    expect(texts.map((value) => parse(text(9, { multiline: true }), value))).toEqual(texts);
    for (const value of ['a\0b', 'a\u007fb', 'a\ud800b', '\u0000']) {
      expect(parse(text(9), value)).toBe('refused');
      expect(parse(text(9, { multiline: true }), `a\n${value}`)).toBe('refused');
    }
    const error = z.safeParse(text(9), 'a\0b').error?.issues[0]?.message;
    expect(error).toBe('Hier stehen Zeichen, die nicht erlaubt sind.');
  });

  test('in a form may be null, which counts as empty, but must be present [2.3]', () => {
    expect([null, '', ' Ida '].map((value) => parse(field(3), value))).toEqual(['', '', 'Ida']);
    expect(parse(field(3), undefined)).toBe('refused');
    expect(parse(field(9, { multiline: true }), 'a\nb')).toBe('a\nb');
    expect(parse(field(9), 'a\nb')).toBe('refused');
  });
});

test('a password is taken as it is typed', () => {
  expect([null, '', ' U\u0308 '].map((value) => parse(passwordField, value))).toEqual(['', '', ' U\u0308 ']);
  expect(parse(passwordField, 'x'.repeat(1_001))).toBe('refused');
});

test('only the digits of a phone number are kept [3.1]', () => {
  expect([null, ' 0221 / 12-34 (5) '].map((value) => parse(phoneField, value))).toEqual(['', '022112345']);
});

test('a date must exist; in a form it may be empty', () => {
  const message = 'Dieses Datum gibt es nicht (erwartet: JJJJ-MM-TT).';
  expect(['2026-11-30', '', null].map((value) => parse(dateField, value))).toEqual(['2026-11-30', '', '']);
  expect(z.safeParse(dateField, '2026-11-31').error?.issues[0]?.message).toBe(message);
  expect(parse(date, '2026-11-30')).toBe('2026-11-30');
  for (const value of ['', '2026-11-31']) expect(z.safeParse(date, value).error?.issues[0]?.message).toBe(message);
});

test('ids are integers from 1, weekdays integers from 1 to 7, and flags 0 or 1', () => {
  expect([0, 1, 1.5, '1'].map((value) => parse(id, value))).toEqual(['refused', 1, 'refused', 'refused']);
  expect(['', null, 7, 0, 'x'].map((value) => parse(optionalId, value))).toEqual([null, null, 7, 'refused', 'refused']);
  expect([0, 1, 7, 8].map((value) => parse(isoWeekdayField, value))).toEqual(['refused', 1, 7, 'refused']);
  expect([0, 1, 2].map((value) => parse(flag, value))).toEqual([false, true, 'refused']);
  expect([false, true].map((value) => z.encode(flag, value))).toEqual([0, 1]);
});

test('errors of fields are listed in their order, without the fields that have none', () => {
  expect(toFieldErrors({ b: 'falsch', a: null, c: '', d: 'fehlt' })).toEqual([
    { path: 'b', message: 'falsch' },
    { path: 'd', message: 'fehlt' },
  ]);
});
