import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from './ports.ts';
import { bareEnvironment } from './shifted-clock.ts';

/** The server built by `npm run build`. */
export const builtServer = resolve(import.meta.dirname, '../../dist/server/main.js');

/** The built portal in a separate process. */
export interface StartedPortal {
  child: ChildProcess;
  url: string;
  /** Its output so far; empty if the output is not collected. */
  output: () => string;
  /** Resolves to the exit code when the process has ended. */
  ended: Promise<number | null>;
  /** Sends the process a signal, by default SIGTERM, and waits until it has ended; returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** How to start the process, apart from its settings. */
export interface StartOptions {
  /** The user id to run as. */
  as?: number | undefined;
  args?: string[];
  /** The working directory; that of this process by default. */
  cwd?: string;
  /** A program other than this checkout's built server. */
  program?: string;
  /** Flags for Node itself. */
  nodeFlags?: string[];
  /** 'discard' for measurements, because reading the output would slow them down; errors are still printed. */
  output?: 'collect' | 'discard';
}

/**
 * Starts the built portal on a free port of this machine, without logs, demo data, rate limits and delayed mails unless
 * `env` overrides that. It inherits only `PATH` and the clock from this process. The caller must stop it.
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
    child,
    url: `http://127.0.0.1:${port}`,
    output: () => printed,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

/**
 * Waits up to 100 seconds until the portal is ready, checking every `pauseMs` milliseconds; throws its output if it
 * ends or does not become ready.
 */
export async function waitUntilReady({ url, child, output }: StartedPortal, pauseMs = 20): Promise<void> {
  const until = performance.now() + 100_000;
  while (performance.now() < until) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  throw new Error(`the portal did not start: ${output()}`);
}
