import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';

/** Returns a port of this machine that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}

/** This range is below the ports that operating systems assign to outgoing connections and to servers on port 0. */
const [lowestPort, highestPort] = [20_000, 32_000];

/**
 * Returns different ports of this machine that are free at the moment. They are chosen at random from a range that the
 * operating system does not use. Otherwise, a connection of another test could take a port before its server starts.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(lowestPort, highestPort);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

/** Whether a server on this machine can listen on the port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const canListen = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (canListen) await new Promise((done) => server.close(done));
  return canListen;
}

/** Waits until a server listens on a port of this machine; throws after a minute. */
export async function waitUntilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true))).on('error', () =>
        resolve(false),
      );
    });
    if (isListening) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
