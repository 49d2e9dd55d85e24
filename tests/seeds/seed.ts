import fc from 'fast-check';
import { startS3StoreForTest } from '../support/s3.ts';
import { startSmtp } from '../support/smtp.ts';
import type { World } from '../support/world.ts';
import { runFaultySteps, type RunServers } from './run.ts';
import { faultySteps } from './steps.ts';

/** Starts the mail server and the store that the portals of all seeds use. */
export async function startServers(): Promise<RunServers & { close(): Promise<void> }> {
  const [smtp, store] = await Promise.all([startSmtp(), startS3StoreForTest()]);
  return {
    smtp,
    storePort: store.port,
    async close() {
      await Promise.all([smtp.close(), store.close()]);
    },
  };
}

/** Runs steps and faults that a seed chooses; returns the log of the run. */
export function runSeed(world: World, servers: RunServers, seed: number, stepCount: number): Promise<string[]> {
  const [steps = []] = fc.sample(faultySteps(stepCount), { seed, numRuns: 1 });
  return runFaultySteps(world, servers, { seed, steps });
}
