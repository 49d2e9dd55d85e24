import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/app/features.ts';
import { createCallFixtures, adminOnlyText, type CallFixtures } from './call-fixtures.ts';
import { calls } from './calls.ts';

let fixtures: CallFixtures;
beforeAll(async () => {
  fixtures = await createCallFixtures();
});
afterAll(() => fixtures.world.close());

test('the table of calls has the keys of every response that a caller other than an admin may get', () => {
  const checkedRoutes = routes.filter(({ call }) => call.responseType === 'json' && String(call.may) !== 'admin');
  expect(checkedRoutes.map(({ call }) => call.path).filter((path) => calls[path]?.keys === undefined)).toEqual([]);
});

const rows = Object.entries(calls).flatMap(([path, row]) =>
  row.keys === undefined ? [] : [[path, { ...row, keys: row.keys }] as const],
);

describe.each(rows)('the response of %s [2.2]', (path, { may, keys, extraKeys = {}, input = () => ({}), files }) => {
  const call = routes.find((route) => route.call.path === path)?.call;
  if (!call) throw new Error(`no call ${path}`);

  test.each(may)('has exactly the expected keys for the caller %s', async (caller) => {
    const session = caller === 'nobody' ? null : await fixtures.world.signIn(fixtures.people[caller]);
    const { body } =
      files && session
        ? await fixtures.world.send(call, files(fixtures, session))
        : await fixtures.world.call(call, session, await Promise.resolve(input(fixtures, caller)));
    expect(body.meta).toMatchObject({ status: 'success' });
    const expectedKeys = `meta.status ${keys} ${extraKeys[caller] ?? ''}`.split(/\s+/).filter(Boolean);
    expect(listKeys(body)).toEqual([...new Set(expectedKeys)].sort());
    if (caller !== 'admin') expect(JSON.stringify(body)).not.toContain(adminOnlyText);
  });
});

/**
 * Lists the paths of all values except objects and lists. Each path occurs once, and the paths are sorted. `[]` means
 * the items of a list.
 */
function listKeys(body: unknown): string[] {
  const listKeysBelow = (value: unknown, path: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => listKeysBelow(item, `${path}[]`));
    if (typeof value !== 'object' || value === null) return [path];
    return Object.entries(value).flatMap(([key, child]) => listKeysBelow(child, path ? `${path}.${key}` : key));
  };
  return [...new Set(listKeysBelow(body, ''))].sort();
}
