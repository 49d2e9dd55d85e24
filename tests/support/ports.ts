import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Below the ports that operating systems assign to outgoing connections and to servers that request no port. */
const [lowest, highest] = [20_000, 32_000];

/**
 * Different ports that were free a moment ago, chosen at random from a separate range. A port that the system assigned
 * could be taken by another test's connection before the program that it is meant for starts.
 */
export async function freePorts(howMany: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < howMany) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** Whether a server on this machine can take the port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((done) => server.close(done));
  return free;
}

/** Resolves once something listens on a port of this machine; throws after a minute. */
export async function waitUntilListening(port: number): Promise<void> {
  for (let attempts = 0; attempts < 1200; attempts++) {
    const listening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true))).on('error', () =>
        resolve(false),
      );
    });
    if (listening) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
