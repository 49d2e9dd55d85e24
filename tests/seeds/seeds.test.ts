import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '../support/world.ts';
import { runSeed, startServers } from './seed.ts';

let world: World;
let servers: Awaited<ReturnType<typeof startServers>>;
beforeAll(async () => {
  world = await openWorld();
  servers = await startServers();
});
afterAll(async () => {
  await servers.close();
  await world.close();
});

test.for([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'whatever is late, lost, repeated or killed, the data keeps its rules and everybody is notified of the last state (seed %i)',
  async (seed) => {
    await runSeed(world, servers, seed, 20);
  },
);

test('the same seed has the same log', async () => {
  expect(await runSeed(world, servers, 3, 15)).toEqual(await runSeed(world, servers, 3, 15));
});
