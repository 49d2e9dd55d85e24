import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { SettingsError } from '../platform/settings/settings-error.ts';
import { waitUntilReady, startBuiltPortal, type StartedPortal } from '../../tests/support/built-portal.ts';
import { findFreePort } from '../../tests/support/ports.ts';
import { parseWorkerCount } from './cluster.ts';

const withinAMinute = { timeout: 60_000, interval: 50 };
let dataDir: string;
let portal: StartedPortal;
const startWithTwoWorkers = async (env: Record<string, string> = {}) =>
  startBuiltPortal({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env }, { args: ['--workers', '2'] });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-workers-'));
  portal = await startWithTwoWorkers();
  await waitUntilBothServe();
});
afterAll(async () => {
  portal.child.kill('SIGTERM');
  await portal.exitCode;
  rmSync(dataDir, { recursive: true, force: true });
});

/** Waits until both workers serve. The portal prints that it is ready only after the second worker has started. */
async function waitUntilBothServe(): Promise<void> {
  await waitUntilReady(portal);
  while (!portal.readOutput().includes('The portal is ready')) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Makes a call over a connection of `agent` and returns whether it was answered. If a worker is killed while a
 * connection is being handed to it, the connection stays open without an answer, so the call gives up after 15 seconds.
 */
const makeCall = (agent: Agent) =>
  new Promise<boolean>((resolve) => {
    const signal = AbortSignal.timeout(15_000);
    get(`${portal.url}/api/service/location/getAll.php`, { agent, signal }, (response) => {
      response.on('error', () => resolve(false));
      response.on('end', () => resolve(response.statusCode === 200)).resume();
    }).on('error', () => resolve(false));
  });

const openAgent = () => new Agent({ keepAlive: false });

interface LogLine {
  pid: number;
  res?: { statusCode: number };
}

/** Returns the ids of the processes that have answered a request since the output had `outputLength` characters. */
function pidsAnsweringSince(outputLength: number): number[] {
  const lines = portal.readOutput().slice(outputLength).split('\n').slice(0, -1);
  const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
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
  const outputLength = portal.readOutput().length;
  for (let n = 0; n < 10; n++) expect(await makeCall(openAgent())).toBe(true);
  await vi.waitFor(() => expect(pidsAnsweringSince(outputLength)).toHaveLength(2), withinAMinute);
  expect(pidsAnsweringSince(outputLength)).not.toContain(portal.child.pid);
});

test('a worker that is killed under load is replaced, and only the requests that it was answering fail', async () => {
  const [victim = 0, survivor = 0] = pidsAnsweringSince(0);
  const clients = 4;
  let isLoadRunning = true;
  let callCount = 0;
  let failedCount = 0;
  const load = Array.from({ length: clients }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (; isLoadRunning; callCount++) if (!(await makeCall(agent))) failedCount++;
    agent.destroy();
  });
  await vi.waitFor(() => expect(callCount).toBeGreaterThan(40), withinAMinute);
  process.kill(victim, 'SIGKILL');
  const outputLength = portal.readOutput().length;
  const countBefore = callCount;
  // Clients that lost their connection reach the remaining worker, and later the new one.
  await vi.waitFor(() => expect(callCount - countBefore).toBeGreaterThan(40), withinAMinute);
  await vi.waitFor(async () => {
    await makeCall(openAgent());
    expect(pidsAnsweringSince(outputLength).filter((pid) => pid !== victim && pid !== survivor)).toHaveLength(1);
  }, withinAMinute);
  isLoadRunning = false;
  await Promise.all(load);
  expect(failedCount).toBeLessThanOrEqual(clients);
  expect(portal.readOutput()).toContain(`Worker ${victim} ended unexpectedly (SIGKILL); starting another one.`);
});

test('all workers end after SIGTERM, and if the parent process is killed', async () => {
  const firstPids = pidsAnsweringSince(0);
  portal.child.kill('SIGTERM');
  expect(await portal.exitCode).toBe(0);
  expect(firstPids.filter(isAlive)).toEqual([]);

  portal = await startWithTwoWorkers();
  await waitUntilBothServe();
  for (let n = 0; n < 4; n++) await makeCall(openAgent());
  const secondPids = pidsAnsweringSince(0);
  portal.child.kill('SIGKILL');
  await portal.exitCode;
  await vi.waitFor(() => expect(secondPids.filter(isAlive)).toEqual([]), withinAMinute);
});

test('a port that is in use is reported only once', async () => {
  const port = await findFreePort();
  const portOwner = createServer().listen(port, '127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'portal-workers-'));
  try {
    const secondPortal = await startWithTwoWorkers({ PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'silent' });
    expect(await secondPortal.exitCode).toBe(1);
    expect(secondPortal.readOutput().match(/cannot start/g)).toHaveLength(1);
    expect(secondPortal.readOutput()).toContain('EADDRINUSE');
  } finally {
    await new Promise((done) => portOwner.close(done));
    rmSync(folder, { recursive: true, force: true });
  }
});

test('by default there is one worker, and auto means one for each core', () => {
  expect(parseWorkerCount([])).toBe(1);
  expect(parseWorkerCount(['--workers', '3'])).toBe(3);
  expect(parseWorkerCount(['--workers', 'auto'])).toBe(availableParallelism());
});

test.each([['0'], ['65'], ['two'], ['-1'], ['1.5'], ['']])(
  '--workers %j is refused with a one-line message',
  (text) => {
    const parse = () => parseWorkerCount([`--workers=${text}`]);
    expect(parse).toThrow(SettingsError);
    expect(parse).toThrow(/^Use --workers with [^\n]+\.$/);
    expect(() => parseWorkerCount(['--worker', '2'])).toThrow(SettingsError);
  },
);
