import { connect, createServer } from 'node:net';

/** Ports that were free a moment ago, all of them different. */
export async function freePorts(howMany: number): Promise<number[]> {
  const servers = Array.from({ length: howMany }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

/** Resolves once somebody listens on a port of this machine; throws when nobody does for ten seconds. */
export async function untilTaken(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const taken = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true))).on('error', () =>
        resolve(false),
      );
    });
    if (taken) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`Nobody listens on port ${port}.`);
}
