import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { flag } from '../../../shared/call.ts';
import { routes } from '../../../app/features.ts';
import { createJsonWriter } from './json-writer.ts';

const schema = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      share: z.number(),
      name: z.string(),
      kind: z.enum(['a', 'b']),
      link: z.nullable(z.string()),
      done: flag,
      on: z.boolean(),
      more: z.optional(z.object({ text: z.string() })),
      links: z.record(z.string(), z.string()),
    }),
  ),
});

const row = fc.record({
  id: fc.integer(),
  share: fc.double({ noNaN: true, noDefaultInfinity: true }),
  name: fc.string({ unit: 'binary' }),
  kind: fc.constantFrom('a' as const, 'b' as const),
  link: fc.option(fc.string()),
  done: fc.boolean(),
  on: fc.boolean(),
  more: fc.option(fc.record({ text: fc.string(), secret: fc.string() }), { nil: undefined }),
  // zod leaves out a field named `__proto__`, and no contract declares one.
  links: fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.string(),
  ),
  secret: fc.string(),
});

test('a JSON writer writes the same JSON as the schema encodes, whatever the output contains', () => {
  const write = createJsonWriter(schema);
  fc.assert(
    fc.property(fc.array(row), (data) => {
      expect(JSON.parse(write({ data }))).toEqual(JSON.parse(JSON.stringify(z.encode(schema, { data }))));
    }),
  );
});

test.each([
  ['a missing field', {}],
  ['an object instead of a list', { data: {} }],
  ['a text instead of a number', { data: [{ id: '1' }] }],
  ['an unknown value of an enum', { data: [{ id: 1, share: 1, name: '', kind: 'c' }] }],
])('an output with %s is refused', (_, output) => {
  expect(() => createJsonWriter(schema)(output)).toThrow('an answer');
});

test('a JSON writer can be created for the output of every call', () => {
  for (const { call } of routes) expect(createJsonWriter(call.output)).toBeTypeOf('function');
});
