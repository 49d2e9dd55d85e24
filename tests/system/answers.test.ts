import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/app/features.ts';
import { openCallWorld, adminOnlyText, type CallWorld } from './call-world.ts';
import { calls } from './calls.ts';

let world: CallWorld;
beforeAll(async () => {
  world = await openCallWorld();
});
afterAll(() => world.world.close());

test('the table of calls has the keys of every answer that a caller other than an admin may get', () => {
  const checked = routes.filter(({ call }) => call.answer === 'json' && String(call.may) !== 'admin');
  expect(checked.map(({ call }) => call.path).filter((path) => calls[path]?.keys === undefined)).toEqual([]);
});

const rows = Object.entries(calls).flatMap(([path, row]) =>
  row.keys === undefined ? [] : [[path, { ...row, keys: row.keys }] as const],
);

describe.each(rows)('the answer of %s [2.2]', (path, { may, keys, more = {}, input = () => ({}), files }) => {
  const call = routes.find((route) => route.call.path === path)?.call;
  if (!call) throw new Error(`no call ${path}`);

  test.each(may)('has exactly its keys, for %s', async (who) => {
    const session = who === 'nobody' ? null : await world.world.signIn(world.people[who]);
    const { body } =
      files && session
        ? await world.world.send(call, files(world, session))
        : await world.world.call(call, session, await Promise.resolve(input(world, who)));
    expect(body.meta).toMatchObject({ status: 'success' });
    expect(keysOf(body)).toEqual(
      [...new Set(`meta.status ${keys} ${more[who] ?? ''}`.split(/\s+/))].filter(Boolean).sort(),
    );
    if (who !== 'admin') expect(JSON.stringify(body)).not.toContain(adminOnlyText);
  });
});

/** The paths of all leaves, each once and sorted; `[]` stands for the items of a list. */
function keysOf(body: unknown): string[] {
  const walk = (value: unknown, at: string): string[] => {
    if (Array.isArray(value)) return value.flatMap((item) => walk(item, `${at}[]`));
    if (typeof value !== 'object' || value === null) return [at];
    return Object.entries(value).flatMap(([key, inner]) => walk(inner, at ? `${at}.${key}` : key));
  };
  return [...new Set(walk(body, ''))].sort();
}
