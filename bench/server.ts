import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { waitUntilReady, startBuilt } from '../tests/support/built-portal.ts';

const root = resolve(import.meta.dirname, '..');

/** A running portal: its address, and how long it took from the start of its process until it was ready. */
export interface RunningPortal {
  address: string;
  pid: number;
  readyAfterMs: number;
  stop(): Promise<unknown>;
}

/**
 * Runs `npm start`'s program (which builds if necessary) with these settings on a free port until `/readyz` answers.
 */
export async function startServer(settings: Record<string, string>): Promise<RunningPortal> {
  const startedAt = performance.now();
  const portal = await startBuilt(benchSettings(settings), {
    program: resolve(root, 'scripts/start.mjs'),
    nodeFlags: heapFlags(),
    output: 'discard',
  });
  await waitUntilReady(portal, 5);
  const readyAfterMs = Math.round(performance.now() - startedAt);
  return { address: portal.url, pid: portal.child.pid ?? 0, readyAfterMs, stop: () => portal.stop() };
}

/** Few people make all calls of a measurement, so the rate limits stay on, but are far too high to stop them. */
export function benchSettings(settings: Record<string, string>): Record<string, string> {
  return { NODE_ENV: 'production', LOG_LEVEL: 'info', RATE_LIMIT_FACTOR: '1000', ...settings };
}

/** The flags that `npm start` passes to Node. */
function heapFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--[a-z][a-z-]+=\d+/g) ?? [];
}
