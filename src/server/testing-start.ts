import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

const built = resolve(import.meta.dirname, '../../dist/server/main.js');

/** The built portal as a process of its own. */
export interface Started {
  child: ChildProcess;
  url: string;
  /** All that it has said so far. */
  output: () => string;
  /** The exit code, once it ended. */
  ended: Promise<number | null>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Starts the built portal, silent, without demo and limits unless the settings say otherwise; `as` is the account that it runs
 * under, `program` another build's main.js. The caller ends it.
 */
export async function startBuilt(
  env: Record<string, string>,
  { as, args = [], program = built }: { as?: number | undefined; args?: string[]; program?: string } = {},
): Promise<Started> {
  if (!existsSync(program)) throw new Error('build the server first: npm run build');
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', DEMO: '0', RATE_LIMIT_FACTOR: '0', ...env, PORT: port },
    ...(as === undefined ? {} : { uid: as, gid: as }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  return { child, url: `http://127.0.0.1:${port}`, output: () => output, ended };
}

/** Waits until it is ready; throws what it said when it ends instead. */
export async function ready({ url, child, output }: Started): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return;
    if (child.exitCode !== null) break;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`the portal did not start: ${output()}`);
}
