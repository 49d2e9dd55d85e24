import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A running portal: where it answers, and how long it took from the start of its process until it was ready. */
export interface Running {
  address: string;
  pid: number;
  readyAfterMs: number;
  stop(): Promise<void>;
}

/** Runs `npm start`'s program (it builds where needed) with these settings on a free port until `/readyz` answers. */
export async function startServer(settings: Record<string, string>): Promise<Running> {
  const port = String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const since = performance.now();
  const server = spawn(process.execPath, [...heapFlags(), resolve(root, 'scripts/start.mjs')], {
    // Few people make all the calls of a measurement: the limits count, but far beyond what would stop them.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      RATE_LIMIT_FACTOR: '1000',
      ...settings,
      PORT: port,
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  while (!(await isReady(address))) {
    if (server.exitCode !== null) throw new Error('the server ended before it was ready');
    await new Promise((proceed) => setTimeout(proceed, 5));
  }
  return {
    address,
    pid: server.pid ?? 0,
    readyAfterMs: Math.round(performance.now() - since),
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** The flags that `npm start` gives Node. */
function heapFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start.match(/--[a-z][a-z-]+=\d+/g) ?? [];
}

/** Whether the server at an address answers that it is ready. */
export async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** A port that is free on the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
