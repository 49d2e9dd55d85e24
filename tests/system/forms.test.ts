import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/app/features.ts';
import { noRules } from '../../src/shared/call.ts';
import { formSchema, type FormSchema } from '../support/form-schema.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The calls with a JSON form, each with the schema of what clients send. */
const forms = routes.flatMap(({ call }) => (call.body === 'json' ? [{ call, schema: formSchema(call) }] : []));

/** A value of the right form, in an object without any field that may be absent. */
function leastOf(schema: FormSchema, name = ''): unknown {
  if (schema.anyOf?.[0]) return leastOf(schema.anyOf[0], name);
  if (schema.enum) return schema.enum[0];
  if ('const' in schema) return schema.const;
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, leastOf(schema.properties?.[key] ?? {}, key)]),
    );
  if (schema.type === 'array') return [leastOf(schema.items ?? {})];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer') return schema.minimum ?? 1;
  return /date$|OfQualification$/i.test(name) ? '2026-11-24' : 'x';
}

describe('a field that is absent [2.3]', () => {
  const needing = forms.flatMap(({ call, schema: { required = [] } }) =>
    required.length > 0 ? [[call.path, call, required] as const] : [],
  );
  test.each(needing)('is a fault wherever %s needs it', async (_path, call, required) => {
    const { status, body } = await world.call(call, await world.signIn(await world.admin()), {});
    expect(status).toBe(400);
    expect(body.errors).toEqual(required.map((field) => ({ path: field, message: 'Diese Angabe fehlt.' })));
  });

  // `invalid` says that a field is empty: what a rule demands may not be absent.
  const ruled = forms.flatMap(({ call, schema }) =>
    call.rules === noRules ? [] : [[call.path, call, schema] as const],
  );
  test.each(ruled)('is nothing that a rule of %s demands', (_path, call, schema) => {
    const least = leastOf(schema) as object;
    const read = call.input.safeParse(least);
    expect(read.error?.issues ?? []).toEqual([]);
    const broken = call.rules(read.data as never, { forbiddenInEmail: '' }).map(({ path }) => path.split('.')[0]);
    expect(broken.filter((field) => field !== undefined && !(field in least))).toEqual([]);
  });
});
