import fc from 'fast-check';
import type { Call } from '../../src/shared/call.ts';
import { getFormSchema, type FormSchema } from '../support/form-schema.ts';
import { calls, type Caller as CallerInRightsTable } from '../system/calls.ts';
import {
  plausibleValues,
  canary,
  hostileValues,
  hostileText,
  Placeholder,
  placeholder,
  unknownFields,
} from './values.ts';

/** The kinds of callers. `ended` sends an ended session, `garbage` a value that is not a session. */
export const callers = [
  'nobody',
  'garbage',
  'ended',
  'participant',
  'withoutDocument',
  'mustChangePassword',
  'noRole',
  'coach',
  'speedCoach',
  'admin',
] as const;
export type Caller = (typeof callers)[number];

/**
 * A part of a multipart body. Its name consists of `namePieces`. Some pieces are placeholders for the session or an id,
 * and are replaced when the part is sent.
 */
interface Part {
  namePieces: readonly unknown[];
  /** Null for a part that is not a file. */
  fileName: string | null;
  content: ContentKind;
}
/** The kinds of content of a sent file. */
const contentKinds = ['docx', 'pdf', 'calendar', 'noise', 'empty', 'cut', 'html', 'long'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** A request generated from the seed; ids and sessions are filled in when it is sent. */
export interface FuzzRequest {
  call: Call;
  caller: Caller;
  method: 'POST' | 'GET' | 'PUT' | 'DELETE';
  body:
    | { kind: 'json'; fields: Record<string, unknown> }
    /** `isCut`: whether only the first half of the body is sent. */
    | { kind: 'parts'; parts: Part[]; isCut: boolean }
    /** Raw bytes, under any content type. */
    | { kind: 'raw'; contentType: string | null; bytes: Uint8Array };
}

/**
 * Whether the schema of a field describes the values better than the name of the field does. This is true for integers
 * and for patterns, except for the general text patterns, which contain `\p`.
 */
const isMoreSpecificThanName = ({ type, pattern = '' }: FormSchema) =>
  type === 'integer' || (pattern !== '' && !pattern.includes('\\p'));

/** Generates values that are valid for a field with this schema and name. */
function validValues(schema: FormSchema, name = ''): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf)
    return fc.oneof(
      ...schema.anyOf.map((option) => ({
        weight: option.type === 'null' ? 1 : 5,
        arbitrary: validValues(option, name),
      })),
    );
  const valuesForName = plausibleValues[name];
  if (valuesForName && schema.type !== 'boolean' && !(name === 'cursor' && isMoreSpecificThanName(schema)))
    return valuesForName;
  switch (schema.type) {
    case 'object':
      return completeForms(schema);
    case 'array':
      return fc.array(validValues(schema.items ?? {}), { maxLength: 8 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return fc.integer({
        min: schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1,
        max: Math.min(schema.maximum ?? 99, 99),
      });
    case 'string':
    case undefined:
    default:
      if (schema.pattern && isMoreSpecificThanName(schema)) return fc.stringMatching(new RegExp(schema.pattern));
      return fc.constantFrom('', canary, 'x'.repeat(schema.maxLength ?? 10));
  }
}

/** Generates values at and next to the limits in a schema. */
function limitValues(schema: FormSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => limitValues(option)));
  const { minimum, maximum, maxLength } = schema;
  const numbers = [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]));
  if (numbers.length > 0) return fc.constantFrom(...numbers);
  if (maxLength !== undefined)
    return fc.constantFrom('ä'.repeat(maxLength), 'x'.repeat(maxLength + 1), '👩'.repeat(maxLength / 2));
  return hostileValues;
}

/** Generates forms that have all required fields, and a random choice of the optional fields. */
function completeForms(schema: FormSchema): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(fieldValues(schema, validValues), { noNullPrototype: true, requiredKeys: schema.required ?? [] });
}

/** Returns an object with an arbitrary for each field of a form. `valuesOf` creates it from the field's schema. */
function fieldValues(schema: FormSchema, valuesOf: (schema: FormSchema, name: string) => fc.Arbitrary<unknown>) {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valuesOf(field, name)]),
  );
}

/** Generates bodies for a call: valid bodies, and bodies with invalid, missing or undeclared fields. */
function bodiesOf(call: Call): fc.Arbitrary<Record<string, unknown>> {
  const schema = getFormSchema(call);
  const names = Object.keys(schema.properties ?? {});
  const validBodies = completeForms(schema).map(makeConsistent);
  if (names.length === 0)
    return fc.oneof({ weight: 9, arbitrary: validBodies }, { weight: 1, arbitrary: unknownFields });
  const anyName = fc.constantFrom(...names);
  const withOneField = (valuesOf: (schema: FormSchema, name: string) => fc.Arbitrary<unknown>) =>
    fc
      .tuple(
        validBodies,
        anyName.chain((name) => valuesOf(schema.properties?.[name] ?? {}, name).map((value) => [name, value] as const)),
      )
      .map(([body, [name, value]]) => ({ ...body, [name]: value }));
  return fc.oneof(
    { weight: 9, arbitrary: validBodies },
    { weight: 3, arbitrary: withOneField(() => hostileValues) },
    { weight: 2, arbitrary: withOneField(limitValues) },
    { weight: 1, arbitrary: fc.tuple(validBodies, anyName).map(([body, name]) => omit(body, name)) },
    { weight: 2, arbitrary: fc.tuple(validBodies, unknownFields).map(([body, extra]) => ({ ...extra, ...body })) },
    {
      weight: 1,
      arbitrary: fc.record(
        fieldValues(schema, () => hostileValues),
        { noNullPrototype: true, requiredKeys: [] },
      ),
    },
  );
}

/** Makes dependent fields consistent: repeats the e-mail address, and makes an appointment end after its start. */
function makeConsistent(body: Record<string, unknown>): Record<string, unknown> {
  const { email, fromTime } = body;
  return {
    ...body,
    ...('repeatEmail' in body ? { repeatEmail: email } : {}),
    ...(typeof fromTime === 'string' && 'tillTime' in body ? { tillTime: fromTime.replace(/00$/, '45') } : {}),
  };
}

function omit(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = body;
  return rest;
}

/** The placeholder for the session id in the name of a part. */
export const sessionPlaceholder = Symbol('session');

const partNames: fc.Arbitrary<readonly unknown[]> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(['file_', sessionPlaceholder, '_0']) },
  { weight: 6, arbitrary: placeholder('participant').map((id) => ['file_', sessionPlaceholder, '_', id, '_0']) },
  { weight: 1, arbitrary: hostileText.map((text) => ['file_', sessionPlaceholder, `_${text.slice(0, 200)}`]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'file', '__proto__', 'constructor', 'dryRun', 'x'.repeat(400)).map((name) => [name]),
  },
);
const fileNames = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...['docx', 'pdf', 'csv', 'odt', 'doc'].map((extension) => `${canary}.${extension}`)),
  },
  { weight: 2, arbitrary: hostileText.map((text) => `${canary}${text.slice(0, 300)}.docx`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '.docx',
      `../../${canary}.docx`,
      `${canary}.docx\u0000.exe`,
      `${canary}"; filename="x.pdf`,
    ),
  },
);
const genuineFiles = fc
  .constantFrom(...(['docx', 'pdf', 'calendar'] as const))
  .map((content) => ({ content, fileName: `${canary}.${content === 'calendar' ? 'csv' : content}` }));
const multipartParts: fc.Arbitrary<Part> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(partNames, genuineFiles).map(([namePieces, file]) => ({ namePieces, ...file })) },
  {
    weight: 8,
    arbitrary: fc.record({ namePieces: partNames, fileName: fileNames, content: fc.constantFrom(...contentKinds) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      namePieces: fc.constant(['dryRun_', sessionPlaceholder]),
      fileName: fc.constant(null),
      content: fc.constant('noise' as const),
    }),
  },
);

const utf8 = (text: string) => new TextEncoder().encode(text);
const rawBodies = fc.record({
  kind: fc.constant('raw' as const),
  contentType: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    null,
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'text/html',
    'x',
    'application/xml',
  ),
  bytes: fc.oneof(
    fc
      .constantFrom(
        '',
        '{',
        '[]',
        '"x"',
        '1',
        'null',
        'true',
        '{}{}',
        '\ufeff{}',
        '{"a":1,"a":2}',
        '{"__proto__":{"x":1}}',
        '--x\r\n\r\n\r\n--x--',
        '{"constructor":{"prototype":{"x":1}}}',
        `{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}`,
        `{"a":"${'x'.repeat(66_000)}"}`,
        '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
        `{"username":"${canary}`,
        '{"a":1e999}',
      )
      .map(utf8),
    fc.uint8Array({ maxLength: 200 }),
  ),
});

/** Generates callers for a call; most of them have the right to make it. */
function callersFor(call: Call): fc.Arbitrary<Caller> {
  const allowedCallers = callers.filter((caller) => mayCall(call, caller));
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...allowedCallers) },
    { weight: 2, arbitrary: fc.constantFrom(...callers) },
  );
}

/** Whether the table of rights allows a caller to make a call successfully. */
export function mayCall({ path }: Pick<Call, 'path'>, caller: Caller): boolean {
  return calls[path]?.may.includes(equivalentCaller[caller]) ?? false;
}

/** For each caller, the kind of caller in the table of rights that has the same rights. */
const equivalentCaller: Record<Caller, CallerInRightsTable> = {
  nobody: 'nobody',
  garbage: 'nobody',
  ended: 'nobody',
  noRole: 'nobody',
  participant: 'participant',
  withoutDocument: 'participant',
  mustChangePassword: 'participant',
  coach: 'coach',
  speedCoach: 'speedCoach',
  admin: 'admin',
};

function requestsTo(call: Call): fc.Arbitrary<FuzzRequest> {
  const commonFields = { call: fc.constant(call), caller: callersFor(call), method: fc.constant('POST' as const) };
  const regularBodies: fc.Arbitrary<FuzzRequest['body']> =
    call.body === 'files'
      ? fc.record({
          kind: fc.constant('parts' as const),
          parts: fc.array(multipartParts, { minLength: 1, maxLength: 3 }),
          isCut: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
        })
      : bodiesOf(call).map((body) => ({ kind: 'json' as const, fields: body }));
  return fc.oneof(
    { weight: 40, arbitrary: fc.record({ ...commonFields, body: regularBodies }) },
    { weight: 2, arbitrary: fc.record({ ...commonFields, body: rawBodies }) },
    {
      weight: 1,
      arbitrary: fc.record({
        ...commonFields,
        body: fc.record({
          kind: fc.constant('parts' as const),
          parts: fc.array(multipartParts, { maxLength: 2 }),
          isCut: fc.boolean(),
        }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ ...commonFields, method: fc.constantFrom('GET', 'PUT', 'DELETE'), body: rawBodies }),
    },
  );
}

/** Generates valid, nearly valid and hostile requests to these calls by every kind of caller. */
export function requestsToAny(fuzzedCalls: readonly Call[]): fc.Arbitrary<FuzzRequest> {
  // Slow calls get few requests; otherwise the run would spend most of its time hashing passwords.
  return fc.oneof(
    ...fuzzedCalls.map((call) => ({ weight: calls[call.path]?.hashesPassword ? 1 : 12, arbitrary: requestsTo(call) })),
  );
}

/** Replaces each placeholder in a generated value with the id, e-mail address or token that `replace` returns. */
export function fillPlaceholders(value: unknown, replace: (placeholder: Placeholder) => unknown): unknown {
  if (value instanceof Placeholder) return replace(value);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillPlaceholders(item, replace)]));
}
