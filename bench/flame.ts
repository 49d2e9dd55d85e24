import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listBookableSlots } from '../src/features/booking/contract.ts';
import { servicePath } from '../src/platform/http/calls/calls.ts';
import { builtServer, waitUntilReady, startBuiltPortal } from '../tests/support/built-portal.ts';
import { drawFlameGraph } from './flame-svg.ts';
import { runLoad, preparePost } from '../tests/support/load.ts';
import { buildFlameGraph, type CpuProfile } from './profile.ts';
import { createBookingRequests } from './ratios.ts';
import { addBenchSettings } from './server.ts';
import { openBenchWorld, type BenchWorld } from './world.ts';

const connections = 32;
const measuredSeconds = 8;

/**
 * `npm run bench -- flame`: draws flame graphs of where Node spends its time while it lists slots and while it books,
 * as files in docs/performance. `--server` names another built server (`dist/server/main.js` of another checkout),
 * `--name` becomes a part of the file names.
 */
export async function runFlame(args: string[]): Promise<void> {
  const root = resolve(import.meta.dirname, '..');
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string', default: builtServer },
      name: { type: 'string', default: 'now' },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'portal-flame-'));
  const world = await openBenchWorld(join(folder, 'database'));
  const picturesFolder = join(root, 'docs/performance');
  mkdirSync(picturesFolder, { recursive: true });
  try {
    for (const call of ['bookable', 'booking'] as const) {
      const profile = await recordProfile(resolve(values.server), world, join(folder, call), call);
      const title = `${call}, ${values.name}: Node’s time over ${connections} connections`;
      const file = join(picturesFolder, `${call}-${values.name}.svg`);
      writeFileSync(file, drawFlameGraph(title, buildFlameGraph(profile)));
      console.log(`Written to ${file}`);
    }
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a built server under the load of one call. Returns V8's profile, with the measured period (`from`, `till`). */
async function recordProfile(program: string, world: BenchWorld, folder: string, call: 'bookable' | 'booking') {
  const database = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl, DATA_DIR: folder };
  const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const portal = await startBuiltPortal(addBenchSettings(database), { program, nodeFlags, output: 'discard' });
  await waitUntilReady(portal);
  const listRequests = world.participantSessions.map((sessionId) =>
    preparePost(servicePath(listBookableSlots), { sessionId, limit: 50 }),
  );
  let requestNumber = 0;
  const runLoadFor = async (durationSeconds: number) => {
    if (call === 'bookable')
      return runLoad(
        portal.url,
        connections,
        () => listRequests[requestNumber++ % listRequests.length],
        durationSeconds,
      );
    const requests = await createBookingRequests(world.ownerUrl);
    return runLoad(portal.url, connections, () => requests.pop(), durationSeconds);
  };
  await runLoadFor(2);
  const from = readClockMicroseconds();
  const { failedCount } = await runLoadFor(measuredSeconds);
  const till = readClockMicroseconds();
  await portal.stop();
  if (failedCount > 0) throw new Error(`${failedCount} calls failed`);
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'));
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
  return { ...profile, from, till };
}

/** Reads the clock that V8's profiles use; all processes of a machine share it. */
const readClockMicroseconds = () => Number(process.hrtime.bigint() / 1000n);
