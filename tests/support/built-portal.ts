import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from './ports.ts';
import { bareEnvironment } from './shifted-clock.ts';

/** The server built by `npm run build`. */
export const builtServer = resolve(import.meta.dirname, '../../dist/server/main.js');

/** The built portal in a process of its own. */
export interface StartedPortal {
  child: ChildProcess;
  url: string;
  /** Its output so far; empty if the output is not collected. */
  output: () => string;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Sends it a signal, by default SIGTERM, and waits until it has ended; returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** How to start the process, apart from its settings. */
export interface StartOptions {
  /** The number of the account to run under. */
  as?: number | undefined;
  args?: string[];
  /** The folder to start in; this process's one by default. */
  cwd?: string;
  /** A program other than this checkout's built server. */
  program?: string;
  /** Flags for Node itself. */
  nodeFlags?: string[];
  /** 'discard' for measurements, which reading the output would slow down: only errors are shown. */
  output?: 'collect' | 'discard';
}

/**
 * Starts the built portal on a free port of this machine, without logs, demo, rate limits and waiting mails unless the
 * settings say otherwise. It inherits `PATH` and the clock from this process, and nothing else. The caller ends it.
 */
export async function startBuilt(
  env: Record<string, string>,
  { as, args = [], cwd, program = builtServer, nodeFlags = [], output = 'collect' }: StartOptions = {},
): Promise<StartedPortal> {
  if (!existsSync(program)) throw new Error('Build the server first: npm run build');
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [...nodeFlags, program, ...args], {
    env: {
      ...bareEnvironment(),
      LOG_LEVEL: 'silent',
      DEMO: '0',
      RATE_LIMIT_FACTOR: '0',
      STAFF_MAIL_WAIT_SECONDS: '0',
      ...env,
      PORT: port,
    },
    ...(cwd !== undefined && { cwd }),
    ...(as === undefined ? {} : { uid: as, gid: as }),
    stdio: output === 'collect' ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return {
    ...{ child, url: `http://127.0.0.1:${port}`, output: () => printed, ended },
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Waits, at most 100 seconds, until it is ready, checking every `pauseMs` milliseconds; if it ends instead, throws its
 * output.
 */
export async function ready({ url, child, output }: StartedPortal, pauseMs = 20): Promise<void> {
  const until = performance.now() + 100_000;
  while (performance.now() < until) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  throw new Error(`the portal did not start: ${output()}`);
}
