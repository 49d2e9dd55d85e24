import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findFreePort } from './ports.ts';
import { bareEnvironment } from './shifted-clock.ts';

/** The path of the server that `npm run build` creates. */
export const builtServer = resolve(import.meta.dirname, '../../dist/server/main.js');

/** A built portal that runs in a separate process. */
export interface StartedPortal {
  child: ChildProcess;
  url: string;
  /** Returns the process's output so far; it is empty if the output is not collected. */
  readOutput: () => string;
  /** Resolves to the exit code when the process has ended; null if a signal ended it. */
  exitCode: Promise<number | null>;
  /** Sends the process a signal, by default SIGTERM, and waits until it has ended; returns the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** The options for the process of a portal; its settings are separate. */
export interface StartOptions {
  /** The id of the user and of the group that the process runs as; by default, those of this process. */
  uid?: number | undefined;
  /** The arguments of the program. */
  args?: string[];
  /** The working directory; by default, that of this process. */
  cwd?: string;
  /** The program; by default, the built server of this checkout. */
  program?: string;
  /** The options of Node itself. */
  nodeFlags?: string[];
  /** 'discard' for measurements, because reading the output would slow them down. Errors are still printed. */
  output?: 'collect' | 'discard';
}

/**
 * Starts the built portal on a free port of this machine. Unless `env` says otherwise, it has no logs, no demo data, no
 * rate limits and no delay of mails. It inherits only PATH and the shift of the clock from this process. The caller
 * must stop it.
 */
export async function startBuiltPortal(
  env: Record<string, string>,
  { uid, args = [], cwd, program = builtServer, nodeFlags = [], output = 'collect' }: StartOptions = {},
): Promise<StartedPortal> {
  if (!existsSync(program)) throw new Error('Build the server first: npm run build');
  const port = env['PORT'] ?? String(await findFreePort());
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
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: output === 'collect' ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'],
  });
  let outputText = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (outputText += chunk.toString()));
  const exitCode = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    readOutput: () => outputText,
    exitCode,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exitCode;
    },
  };
}

/**
 * Waits until the portal is ready, checking every `pauseMs` milliseconds. Throws an error with the portal's output if
 * it ends or is not ready after 100 seconds.
 */
export async function waitUntilReady({ url, child, readOutput }: StartedPortal, pauseMs = 20): Promise<void> {
  const deadline = performance.now() + 100_000;
  while (performance.now() < deadline) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  throw new Error(`the portal did not start: ${readOutput()}`);
}
