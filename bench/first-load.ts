import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measurePage, type PageLoad } from './page.ts';
import { startServer } from './server.ts';
import { openBenchWorld, type BenchWorld } from './world.ts';

/** `npm run bench -- page`: measures the built portal's first page load, up to the first bookable card. */
export async function runFirstLoad(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  try {
    const world = await openBenchWorld(join(folder, 'database'));
    try {
      console.table(await measureFirstLoad(world, join(folder, 'data')));
    } finally {
      await world.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureFirstLoad(world: BenchWorld, dataDir: string): Promise<PageLoad> {
  const urls = { DATABASE_URL: world.appUrl, DATABASE_MIGRATE_URL: world.ownerUrl };
  const server = await startServer({ ...urls, DATA_DIR: dataDir, DEMO: '0' });
  try {
    const [sessionId = ''] = world.participantSessions;
    return await measurePage(server.address, sessionId);
  } finally {
    await server.stop();
  }
}
