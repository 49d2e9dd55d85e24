import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { waitUntilReady, startBuiltPortal } from '../tests/support/built-portal.ts';

const root = resolve(import.meta.dirname, '..');

/** A running portal. */
export interface RunningPortal {
  address: string;
  pid: number;
  /** The time from the start of its process until it was ready. */
  readyAfterMs: number;
  stop(): Promise<unknown>;
}

/**
 * Runs the program of `npm start`, which builds if necessary, with these settings on a free port. Returns once
 * `/readyz` answers.
 */
export async function startServer(settings: Record<string, string>): Promise<RunningPortal> {
  const startedAt = performance.now();
  const portal = await startBuiltPortal(addBenchSettings(settings), {
    program: resolve(root, 'scripts/start.mjs'),
    nodeFlags: readHeapFlags(),
    output: 'discard',
  });
  await waitUntilReady(portal, 5);
  const readyAfterMs = Math.round(performance.now() - startedAt);
  return { address: portal.url, pid: portal.child.pid ?? 0, readyAfterMs, stop: () => portal.stop() };
}

/**
 * Adds the settings of a measurement. The rate limits are on, but so high that they never refuse a call, because few
 * people make all calls.
 */
export function addBenchSettings(settings: Record<string, string>): Record<string, string> {
  return {
    NODE_ENV: 'production',
    EMBEDDED_DATABASE_ALLOWED: '1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_FACTOR: '1000',
    ...settings,
  };
}

/** Returns the heap flags that `npm start` passes to Node. */
function readHeapFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--[a-z][a-z-]+=\d+/g) ?? [];
}
