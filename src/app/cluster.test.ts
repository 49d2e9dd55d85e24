import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SettingsError } from '../platform/settings/settings-error.ts';
import { waitUntilReady, startBuilt, type StartedPortal } from '../../tests/support/built-portal.ts';
import { freePort } from '../../tests/support/ports.ts';
import { parseWorkerCount } from './cluster.ts';

const patience = { timeout: 60_000, interval: 50 };
let dataDir: string;
let portal: StartedPortal;
const startTwo = async (env: Record<string, string> = {}) =>
  startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env }, { args: ['--workers', '2'] });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-workers-'));
  portal = await startTwo();
  await bothServe();
});
afterAll(async () => {
  portal.child.kill('SIGTERM');
  await portal.ended;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Waits until both workers serve: the first one answers before the last one has started. */
async function bothServe(): Promise<void> {
  await waitUntilReady(portal);
  while (!portal.output().includes('The portal is ready')) await new Promise((later) => setTimeout(later, 20));
}

/**
 * Whether a call over a connection of `agent` was answered. A connection that is being handed to a worker when that
 * worker is killed stays open and silent, so this gives up after a while, as browsers and proxies do.
 */
const answered = (agent: Agent) =>
  new Promise<boolean>((resolve) => {
    const signal = AbortSignal.timeout(15_000);
    get(`${portal.url}/api/service/location/getAll.php`, { agent, signal }, (response) => {
      response.on('error', () => resolve(false));
      response.on('end', () => resolve(response.statusCode === 200)).resume();
    }).on('error', () => resolve(false));
  });

const newAgent = () => new Agent({ keepAlive: false });

interface Line {
  pid: number;
  res?: { statusCode: number };
}

/** The ids of the processes that answered a request after the first `length` characters of the output. */
function answeringSince(length: number): number[] {
  const lines = portal.output().slice(length).split('\n').slice(0, -1);
  const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line);
  return [...new Set(entries.filter(({ res }) => res).map(({ pid }) => pid))];
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('two workers answer in turn, and each log line names its worker', async () => {
  const from = portal.output().length;
  for (let n = 0; n < 10; n++) expect(await answered(newAgent())).toBe(true);
  await vi.waitFor(() => expect(answeringSince(from)).toHaveLength(2), patience);
  expect(answeringSince(from)).not.toContain(portal.child.pid);
});

test('a worker that is killed under load is replaced, and only its own requests under way fail', async () => {
  const [victim = 0, other = 0] = answeringSince(0);
  const clients = 4;
  let running = true;
  let done = 0;
  let failed = 0;
  const load = Array.from({ length: clients }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; running; done++) if (!(await answered(agent))) failed++;
    agent.destroy();
  });
  await vi.waitFor(() => expect(done).toBeGreaterThan(40), patience);
  process.kill(victim, 'SIGKILL');
  const from = portal.output().length;
  const before = done;
  // Clients that lost their connection reach the remaining worker, and later the new one.
  await vi.waitFor(() => expect(done - before).toBeGreaterThan(40), patience);
  await vi.waitFor(async () => {
    await answered(newAgent());
    expect(answeringSince(from).filter((pid) => pid !== victim && pid !== other)).toHaveLength(1);
  }, patience);
  running = false;
  await Promise.all(load);
  expect(failed).toBeLessThanOrEqual(clients);
  expect(portal.output()).toContain(`Worker ${victim} ended unexpectedly (SIGKILL); starting another one.`);
});

test('a signal lets all workers finish, and a killed parent process leaves no worker behind', async () => {
  const firstPids = answeringSince(0);
  portal.child.kill('SIGTERM');
  expect(await portal.ended).toBe(0);
  expect(firstPids.filter(isAlive)).toEqual([]);

  portal = await startTwo();
  await bothServe();
  for (let n = 0; n < 4; n++) await answered(newAgent());
  const secondPids = answeringSince(0);
  portal.child.kill('SIGKILL');
  await portal.ended;
  await vi.waitFor(() => expect(secondPids.filter(isAlive)).toEqual([]), patience);
});

test('a port in use is reported once', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'portal-workers-'));
  try {
    const second = await startTwo({ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' });
    expect(await second.ended).toBe(1);
    expect(second.output().match(/cannot start/g)).toHaveLength(1);
    expect(second.output()).toContain('EADDRINUSE');
  } finally {
    await new Promise((done) => other.close(done));
    rmSync(folder, { recursive: true, force: true });
  }
});

test('by default there is one worker, and auto means one for each core', () => {
  expect(parseWorkerCount([])).toBe(1);
  expect(parseWorkerCount(['--workers', '3'])).toBe(3);
  expect(parseWorkerCount(['--workers', 'auto'])).toBe(availableParallelism());
});

test.each([['0'], ['65'], ['two'], ['-1'], ['1.5'], ['']])('--workers %j is refused in one clear line', (text) => {
  const parse = () => parseWorkerCount([`--workers=${text}`]);
  expect(parse).toThrow(SettingsError);
  expect(parse).toThrow(/^Use --workers with [^\n]+\.$/);
  expect(() => parseWorkerCount(['--worker', '2'])).toThrow(SettingsError);
});
