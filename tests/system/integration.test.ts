import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../src/app/features.ts';
import { importAppointments, undoImport } from '../../src/features/appointments/import-files/contract.ts';
import { servicePath } from '../../src/platform/http/calls/calls.ts';
import { scopes } from '../../src/shared/call.ts';
import { readSource } from '../support/sources.ts';
import { addToken, callWithToken, sendFileWithToken } from '../support/tokens.ts';
import { openWorld, type World } from '../support/world.ts';

const page = readSource('docs/integration.md');
/** The calls of the page with their JSON; null for a call with a file. */
const examples = [...page.matchAll(/^curl -s "\$PORTAL([^"]+)"(?:.*\\\n)+?.*(?:-d '([^']+)'|-F).*$/gm)].map(
  ([, path = '', json]) => [path, json ? (JSON.parse(json) as Record<string, unknown>) : null] as const,
);

let world: World;
let token: string;
beforeAll(async () => {
  world = await openWorld();
  token = (await addToken(world, await world.signIn(await world.addAdmin()))).token;
});
afterAll(() => world.close());

test('the page about other systems has an example for each scope', () => {
  for (const scope of scopes) expect(page).toContain(`## \`${scope}\``);
  expect(examples).toHaveLength(8);
  expect([...page.matchAll(/curl/g)]).toHaveLength(examples.length);
});

test.each(examples)('the example of %s is a call that the portal takes with a token [2.14]', async (path, input) => {
  const call = routes.find((route) => servicePath(route.call) === path)?.call;
  if (!call) throw new Error(`There is no call ${path}.`);
  if (call.path === importAppointments.path)
    expect((await sendFileWithToken(world, token, call)).body.meta.code).toBe('unreadable');
  else {
    // The page cannot know an id of this portal.
    const location = input?.['location'] && { label: 'Köln', value: await world.addLocation('Köln') };
    const answer = await callWithToken(world, token, call, { ...input, ...(location ? { location } : {}) });
    expect(answer.status, answer.text.slice(0, 300)).toBe(call.path === undoImport.path ? 404 : 200);
    expect(answer.body.meta.status).not.toBe(call.path === undoImport.path ? 'success' : 'error');
  }
});
