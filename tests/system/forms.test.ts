import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/app/features.ts';
import { noRules } from '../../src/shared/call.ts';
import { getFormSchema, type FormSchema } from '../support/form-schema.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The calls that take a form as JSON, each with the schema of the form. */
const forms = routes.flatMap(({ call }) => (call.body === 'json' ? [{ call, schema: getFormSchema(call) }] : []));

/** Returns a valid value for a schema, with as few fields as possible: objects have only their required fields. */
function createMinimalValue(schema: FormSchema, name = ''): unknown {
  if (schema.anyOf?.[0]) return createMinimalValue(schema.anyOf[0], name);
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, createMinimalValue(schema.properties?.[key] ?? {}, key)]),
    );
  if (schema.type === 'array') return [createMinimalValue(schema.items ?? {})];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer') return schema.minimum ?? 1;
  const isDateField = /date$|OfQualification$|^expiresOn$/i.test(name);
  return isDateField ? '2026-11-24' : 'x';
}

describe('an absent field [2.3]', () => {
  const formsWithRequiredFields = forms.flatMap(({ call, schema: { required = [] } }) =>
    required.length > 0 ? [[call.path, call, required] as const] : [],
  );
  test.each(formsWithRequiredFields)('is reported if %s requires it', async (_path, call, required) => {
    const { status, body } = await world.call(call, await world.signIn(await world.addAdmin()), {});
    expect(status).toBe(400);
    expect(body.errors).toEqual(required.map((field) => ({ path: field, message: 'Diese Angabe fehlt.' })));
  });

  // If a rule reports a field that is absent in the minimal input, the form should require this field.
  const formsWithRules = forms.flatMap(({ call, schema }) =>
    call.rules === noRules ? [] : [[call.path, call, schema] as const],
  );
  test.each(formsWithRules)(
    'is never reported by the rules of %s if the form does not require it',
    (_path, call, schema) => {
      const minimalInput = createMinimalValue(schema) as object;
      const parseResult = call.input.safeParse(minimalInput);
      expect(parseResult.error?.issues ?? []).toEqual([]);
      const violations = call
        .rules(parseResult.data as never, { forbiddenInEmail: '' })
        .map(({ path }) => path.split('.')[0]);
      expect(violations.filter((field) => field !== undefined && !(field in minimalInput))).toEqual([]);
    },
  );
});
